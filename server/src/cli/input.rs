//! Reading what the user names: a file, or standard input for `-`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use analysis::{Analysis, Host, MOST_TOKENS_OF_LINE, SourceFile, TextRange, TextSize, overlong_line};
use anyhow::{Context, anyhow, bail};

use super::bytes::{StandIns, decode, encode};
use super::configured::Setup;
use crate::report::Source;
use crate::save::save;

const BYTE_ORDER_MARK: &str = "\u{feff}";
/// Offsets in the tree have 32 bits.
const MOST_BYTES: usize = u32::MAX as usize / 2;

/// A text that was read, and where from.
pub(super) struct Input {
    pub(super) source: Source,
    path: PathBuf,
    /// Whether the file begins with a byte order mark, which is not part of the text.
    pub(super) has_mark: bool,
    /// The stand-ins in the text for bytes that are not text.
    pub(super) stand_ins: Option<StandIns>,
}

impl Input {
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        // One more than is read shows that there are too many.
        let most = MOST_BYTES as u64 + 1;
        let mut bytes = Vec::new();
        if is_standard_input(path) {
            std::io::stdin().take(most).read_to_end(&mut bytes).context("cannot read standard input")?;
        } else {
            if path.is_dir() {
                bail!("`{name}` is a folder; this command takes one file");
            }
            let file = File::open(path).with_context(|| format!("cannot read `{name}`"))?;
            file.take(most).read_to_end(&mut bytes).with_context(|| format!("cannot read `{name}`"))?;
        }
        if bytes.len() > MOST_BYTES {
            bail!("`{name}` is too large: more than {MOST_BYTES} bytes");
        }
        let Some((text, stand_ins)) = decode(bytes) else { bail!("`{name}` is no text") };
        Ok(Self { path: path.to_owned(), stand_ins, ..Self::of_text(name, &text)? })
    }

    /// A text that is no file.
    pub(super) fn of_text(name: String, text: &str) -> anyhow::Result<Self> {
        if let Some(line) = overlong_line(text) {
            bail!("`{name}` is too large: line {} has more than {MOST_TOKENS_OF_LINE} tokens", line + 1);
        }
        let stripped = text.strip_prefix(BYTE_ORDER_MARK);
        let source = Source::new(name, stripped.unwrap_or(text));
        Ok(Self { source, path: PathBuf::new(), has_mark: stripped.is_some(), stand_ins: None })
    }

    /// Runs an analysis on a thread whose stack is as deep as the analyses need.
    pub(super) fn analyse<R: Send>(
        &self,
        ask: impl FnOnce(&Analysis, SourceFile) -> R + Send,
    ) -> anyhow::Result<R> {
        self.analyse_with(Setup::default(), ask)
    }

    /// As [`Input::analyse`], with another set-up.
    pub(super) fn analyse_with<R: Send>(
        &self,
        setup: Setup,
        ask: impl FnOnce(&Analysis, SourceFile) -> R + Send,
    ) -> anyhow::Result<R> {
        // The process ends soon: taking a large database apart would cost more than some questions do.
        self.analyse_all([self], setup, |analysis, [file]| ask(analysis, file), std::mem::forget)
    }

    /// As [`Input::analyse_with`], where others follow.
    pub(super) fn analyse_among<R: Send>(
        &self,
        setup: Setup,
        ask: impl FnOnce(&Analysis, SourceFile) -> R + Send,
    ) -> anyhow::Result<R> {
        self.analyse_all([self], setup, |analysis, [file]| ask(analysis, file), drop)
    }

    /// As [`Input::analyse_with`], of this text and another.
    pub(super) fn analyse_both<R: Send>(
        &self,
        other: &Input,
        setup: Setup,
        ask: impl FnOnce(&Analysis, SourceFile, SourceFile) -> R + Send,
    ) -> anyhow::Result<R> {
        let ask = |analysis: &Analysis, [file, other]: [SourceFile; 2]| ask(analysis, file, other);
        self.analyse_all([self, other], setup, ask, std::mem::forget)
    }

    fn analyse_all<R: Send, const N: usize>(
        &self,
        inputs: [&Input; N],
        setup: Setup,
        ask: impl FnOnce(&Analysis, [SourceFile; N]) -> R + Send,
        end: fn(Host),
    ) -> anyhow::Result<R> {
        let job = || {
            let mut host = Host::new();
            host.set_registry(setup.registry);
            host.set_settings(setup.settings);
            let files = inputs.map(|it| host.add_file(&it.source.text));
            let answer = ask(&host.analysis(), files);
            end(host);
            answer
        };
        on_deep_stack(job).with_context(|| format!("`{}`", self.source.path))
    }

    /// An empty range at a place, or the whole text.
    pub(super) fn range(&self, at: Option<LineColumn>) -> anyhow::Result<TextRange> {
        let Source { path, text, lines } = &self.source;
        let Some(LineColumn { line, column }) = at else {
            return Ok(TextRange::up_to(TextSize::of(text.as_str())));
        };
        if line > lines.len_lines() {
            bail!("`{path}` has {} lines; there is no line {line}", lines.len_lines());
        }
        Ok(TextRange::empty(self.source.offset(line, column)))
    }

    /// Writes the file with this as its text.
    pub(super) fn save(&self, text: &str) -> anyhow::Result<()> {
        save(&self.path, &self.bytes(&self.source.text), &self.bytes(text))
    }

    /// The bytes of the file with this as its text.
    pub(super) fn bytes(&self, text: &str) -> Vec<u8> {
        let mark = if self.has_mark { BYTE_ORDER_MARK } else { "" };
        [mark.as_bytes(), &self.without_stand_ins(text)].concat()
    }

    /// A text about the file, with its bytes in place of what stands for them.
    pub(super) fn without_stand_ins(&self, text: &str) -> Vec<u8> {
        encode(text, self.stand_ins)
    }
}

/// Does something on a thread whose stack is as deep as the analyses need.
pub(super) fn on_deep_stack<R: Send>(job: impl FnOnce() -> R + Send) -> anyhow::Result<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(analysis::STACK_BYTES);
        let thread = thread.spawn_scoped(scope, job).context("cannot start a thread")?;
        thread.join().map_err(|_| anyhow!("the analysis panicked"))
    })
}

/// A place as the user gives it: one-based, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineColumn {
    line: usize,
    column: usize,
}

impl FromStr for LineColumn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |number: &str| number.parse::<usize>().ok().filter(|it| *it > 0);
        text.split_once(':')
            .and_then(|(line, column)| Some(Self { line: parse(line)?, column: parse(column)? }))
            .ok_or_else(|| "give a line and a column from 1, as `12:5`".to_owned())
    }
}

pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_one() {
        assert_eq!("12:5".parse(), Ok(LineColumn { line: 12, column: 5 }));
        for wrong in ["", "12", "0:1", "1:0", "a:b", "1:-1"] {
            assert!(wrong.parse::<LineColumn>().is_err(), "{wrong}");
        }
    }
}
