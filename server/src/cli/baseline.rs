//! Findings that a project has when it adopts `check`: they are written down once, and from then on only others count.
//!
//! A finding is known again by its file, its code and the line that it begins on, without the blanks around: it may move, and
//! what is said of it may be put in other words.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::remark;
use crate::report::Checked;

const VERSION: u32 = 1;

/// The file, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    findings: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// From the folder of the baseline, with `/` between names.
    path: String,
    code: String,
    line: String,
    count: usize,
}

/// Its path, code and line, as in [`Entry`].
type Finding = (String, String, String);

/// How often each finding is expected, or was found where there is no file yet.
pub(super) struct Baseline {
    file: PathBuf,
    folder: PathBuf,
    exists: bool,
    counts: BTreeMap<Finding, usize>,
    /// The files that were looked at.
    paths: FxHashSet<String>,
}

impl Baseline {
    /// # Errors
    /// Where the file is there and cannot be understood.
    pub(super) fn read(file: &Path) -> anyhow::Result<Self> {
        let name = file.display();
        // The parent of a mere name is empty.
        let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().with_context(|| format!("there is no folder for `{name}`"))?;
        let text = match fs::read_to_string(file) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| format!("cannot read `{name}`")),
        };
        let mut counts = BTreeMap::new();
        if let Some(text) = &text {
            let written: Written =
                serde_json::from_str(text).with_context(|| format!("`{name}` is no baseline"))?;
            if written.version != VERSION {
                bail!("`{name}` is a baseline of version {}, not {VERSION}", written.version);
            }
            counts.extend(written.findings.into_iter().map(|it| ((it.path, it.code, it.line), it.count)));
        }
        Ok(Self {
            file: file.to_owned(),
            folder,
            exists: text.is_some(),
            counts,
            paths: FxHashSet::default(),
        })
    }

    /// Takes the findings of a file that are known, or all of them where the baseline is made.
    pub(super) fn take_known(&mut self, checked: &mut Checked) -> io::Result<()> {
        let source = &checked.source;
        let path = self.relative(&source.path)?;
        let lines: Vec<&str> = source.text.lines().collect();
        checked.diagnostics.retain(|it| {
            let (line, _) = source.line_column(it.range.start());
            let line = lines.get(line - 1).map_or("", |it| it.trim()).to_owned();
            let finding = (path.clone(), it.code.to_owned(), line);
            if !self.exists {
                *self.counts.entry(finding).or_default() += 1;
                return false;
            }
            match self.counts.get_mut(&finding) {
                Some(count @ 1..) => {
                    *count -= 1;
                    false
                }
                _ => true,
            }
        });
        self.paths.insert(path);
        Ok(())
    }

    /// Writes the file where there is none yet, and says what has become of the findings.
    pub(super) fn end(self) -> anyhow::Result<()> {
        let name = self.file.display().to_string();
        if self.exists {
            let of_checked = self.counts.iter().filter(|it| self.paths.contains(&it.0.0));
            let gone: usize = of_checked.map(|it| it.1).sum();
            if gone > 0 {
                let findings = findings(gone);
                remark(&format!("no longer there: {findings} of `{name}`; remove it to write a shorter one"));
            }
            return Ok(());
        }
        let count = self.counts.values().sum();
        let entries = self.counts.into_iter();
        let entries = entries.map(|((path, code, line), count)| Entry { path, code, line, count });
        let written = Written { version: VERSION, findings: entries.collect() };
        let write = || -> anyhow::Result<()> {
            let mut file = OpenOptions::new().write(true).create_new(true).open(&self.file)?;
            serde_json::to_writer_pretty(&mut file, &written)?;
            io::Write::write_all(&mut file, b"\n")?;
            Ok(())
        };
        write().with_context(|| format!("cannot write `{name}`"))?;
        remark(&format!("{} written to `{name}`: from now on only others are reported", findings(count)));
        Ok(())
    }

    /// A path as the baseline has it.
    fn relative(&self, path: &str) -> io::Result<String> {
        if path == "-" {
            return Ok(path.to_owned());
        }
        let path = Path::new(path).canonicalize()?;
        let path = path.strip_prefix(&self.folder).unwrap_or(&path);
        Ok(path.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>().join("/"))
    }
}

fn findings(count: usize) -> String {
    match count {
        1 => "1 finding".to_owned(),
        _ => format!("{count} findings"),
    }
}
