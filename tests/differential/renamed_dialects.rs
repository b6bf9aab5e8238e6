//! Programs whose dialects nobody knows any more, over lines that are broken anywhere: what was right is not wrong then.
//!
//! That gives real forms to what reads those that are not known. With `AFFINE_ANALYZER_SEEDS=FOLDER` the programs are all
//! `.mlir` files below a folder.

use affine_analyzer_tests::random::Random;
use affine_analyzer_tests::texts::texts;
use analysis::{Host, Severity};
use std::collections::BTreeSet;
use syntax::{SyntaxKind, SyntaxToken};

/// Times that each program is changed, otherwise each time.
const TIMES: u64 = 3;

/// Constants that nobody knows are no symbols inside of loops, which MLIR says as well.
const TRUE_ERRORS: &[&str] = &["dma-invalid-index", "invalid-dim", "invalid-symbol"];

/// Operations of these dialects stand in all modules and functions without their names.
const STAY: &[&str] = &["builtin", "func"];

fn errors(text: &str) -> Vec<String> {
    let mut host = Host::new();
    let file = host.add_file(text);
    let found = host.analysis().diagnostics(file);
    let is_error = |code: &str, severity| severity == Severity::Error && !TRUE_ERRORS.contains(&code);
    let errors = found.iter().filter(|it| is_error(it.code, it.severity)).map(|it| {
        let line = text[..usize::from(it.range.start())].matches('\n').count();
        format!("{}: {}: {}", line + 1, it.code, it.message)
    });
    errors.collect()
}

fn tokens(text: &str) -> impl Iterator<Item = SyntaxToken> {
    let root = syntax::parse(text).syntax_node();
    root.descendants_with_tokens().filter_map(|it| it.into_token())
}

/// The sign or quote before the dialect that a token names, and the dialect.
fn dialect(token: &SyntaxToken) -> Option<(&'static str, String)> {
    let is_name = token.parent().is_some_and(|it| it.kind() == SyntaxKind::OP_NAME);
    let sign = match token.kind() {
        SyntaxKind::BARE_ID if is_name => "",
        SyntaxKind::STRING if is_name => "\"",
        SyntaxKind::EXCLAMATION_ID => "!",
        SyntaxKind::HASH_ID => "#",
        _ => return None,
    };
    let (dialect, _) = token.text().strip_prefix(sign)?.split_once('.')?;
    (!STAY.contains(&dialect)).then(|| (sign, dialect.to_owned()))
}

/// The text with one dialect, all or none renamed, and with line breaks and comments at some of its blanks.
fn changed(text: &str, random: &mut Random) -> String {
    let dialects: BTreeSet<String> = tokens(text).filter_map(|it| Some(dialect(&it)?.1)).collect();
    let dialects: Vec<String> = dialects.into_iter().collect();
    let one = random.below(dialects.len().max(1));
    let renamed = match random.below(3) {
        0 => dialects.get(one..=one),
        1 => Some(&dialects[..]),
        _ => None,
    };
    let renamed = renamed.unwrap_or_default();
    let mut written = String::new();
    for token in tokens(text) {
        let is_renamed = |it: &(&str, String)| renamed.contains(&it.1);
        match dialect(&token).filter(is_renamed) {
            Some((sign, _)) => {
                written.push_str(sign);
                written.push_str("their_");
                written.push_str(&token.text()[sign.len()..]);
                continue;
            }
            None if token.kind() == SyntaxKind::WHITESPACE && random.below(20) == 0 => {
                written.push_str(random.pick(&["\n", " // a comment {( \"<\n"]));
            }
            None => {}
        }
        written.push_str(token.text());
    }
    written
}

#[test]
fn nothing_is_wrong_in_dialects_that_nobody_knows() {
    let mut wrong = Vec::new();
    let mut programs = 0_u64;
    for text in texts().iter().filter(|it| errors(it).is_empty()) {
        programs += 1;
        for time in 0..TIMES {
            let changed = changed(text, &mut Random::new(programs * TIMES + time));
            let found = errors(&changed);
            if !found.is_empty() {
                wrong.push(format!("{}\n{changed}", found.join("\n")));
            }
        }
    }
    println!("{programs} programs, {} of {} changed ones are wrong", wrong.len(), programs * TIMES);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}
