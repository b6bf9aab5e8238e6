//! Globs as users and projects write them.

use anyhow::{Context, ensure};
use globset::{Glob, GlobSet};

/// Bytes of a pattern. What is longer was never written.
const MOST_BYTES: usize = 8 << 10;
/// Alternatives inside each other.
const MOST_LEVELS: usize = 8;

/// A matcher of one pattern: a set of one: where its automaton becomes too large it says so, and that of a single glob panics.
///
/// # Errors
/// Where the text is not a glob, or more than can be matched.
pub(crate) fn matcher(pattern: &str) -> anyhow::Result<GlobSet> {
    ensure!(pattern.len() <= MOST_BYTES, "it is longer than {MOST_BYTES} bytes");
    ensure!(levels(pattern) <= MOST_LEVELS, "it has braces in more than {MOST_LEVELS} others");
    let glob = Glob::new(pattern).map_err(|error| anyhow::anyhow!("{}", error.kind()))?;
    GlobSet::builder().add(glob).build().ok().context("it is too large")
}

/// How deep braces are inside each other, whatever else they mean.
fn levels(pattern: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for byte in pattern.bytes() {
        match byte {
            b'{' => open += 1,
            b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::matcher;

    #[test]
    fn globs_match() {
        let matches = |pattern: &str, path: &str| matcher(pattern).is_ok_and(|it| it.is_match(path));
        assert!(matches("/a/**/*.td", "/a/b/c.td") && matches("/a/{b,c}.td", "/a/c.td"));
        assert!(!matches("/a/*.td", "/a/b.mlir"));
    }

    #[test]
    fn hostile_globs_are_errors() {
        let braces = |count: usize| format!("{}a{}", "{".repeat(count), "}".repeat(count));
        for pattern in
            [braces(9), braces(100_000), "{a,".repeat(9), "?".repeat(9_000), "{".to_owned(), "[".to_owned()]
        {
            assert!(matcher(&pattern).is_err(), "{}", &pattern[..pattern.len().min(40)]);
        }
        // Large, and matched or refused.
        for piece in ["*?", "**/", "[a-z]", "{a,b}", "[!é]", "{*,?}", "{**/a,[^b]?}"] {
            _ = matcher(&piece.repeat(8_000 / piece.len()));
            _ = matcher(&format!("{{{}}}", piece.repeat(7_000 / piece.len())));
        }
    }
}
