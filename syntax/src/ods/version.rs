//! Versions of MLIR.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// A version of MLIR, by its number. For those in [`Version::KNOWN`] the operations and the rules are known; a
/// later one is taken to be like the newest of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(u16);

impl Version {
    pub const V22: Self = Self(22);
    pub const V23: Self = Self(23);
    /// The versions whose operations are known, the oldest first.
    pub const KNOWN: [Self; 2] = [Self::V22, Self::V23];

    pub fn is_known(self) -> bool {
        Self::KNOWN.contains(&self)
    }

    /// The version that a tool says it has, as in `LLVM version 23.1.0`; `None` of one that is older than all that are
    /// known, or where no number is after the word.
    pub fn of_tool(words: &str) -> Option<Self> {
        let number = words.split_once("version ")?.1.split(|it: char| !it.is_ascii_digit()).next()?;
        number.parse().ok()
    }
}

impl Display for Version {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "MLIR {}", self.0)
    }
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_number = !text.starts_with('0') && text.bytes().all(|it| it.is_ascii_digit());
        let number = is_number.then(|| text.parse().map(Self).ok()).flatten();
        let [oldest, ..] = Self::KNOWN;
        number
            .filter(|it| *it >= oldest)
            .ok_or_else(|| format!("{text} is no version of MLIR from {} on", oldest.0))
    }
}

/// The versions that have something: from the first to the last that are given, where there is one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Versions {
    pub since: Option<Version>,
    /// The first that has it no more.
    pub until: Option<Version>,
}

impl Versions {
    pub const ALL: Self = Self { since: None, until: None };

    pub const fn since(version: Version) -> Self {
        Self { since: Some(version), ..Self::ALL }
    }

    pub const fn until(version: Version) -> Self {
        Self { until: Some(version), ..Self::ALL }
    }

    pub fn has(self, version: Version) -> bool {
        self.since.is_none_or(|it| it <= version) && self.until.is_none_or(|it| version < it)
    }
}

impl Display for Versions {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match (self.since, self.until) {
            (Some(since), Some(until)) => write!(f, "since {since}, until {until}"),
            (Some(since), None) => write!(f, "since {since}"),
            (None, Some(until)) => write!(f, "until {until}"),
            (None, None) => write!(f, "in all versions"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        assert_eq!("23".parse(), Ok(Version::V23));
        assert!("24".parse::<Version>().is_ok_and(|it| it > Version::V23 && !it.is_known()));
        for text in ["21", "", "023", "+23", "23.1", "99999", "x"] {
            assert_eq!(text.parse::<Version>(), Err(format!("{text} is no version of MLIR from 22 on")));
        }
    }

    #[test]
    fn tools_print_versions() {
        let of_tool = |words: &str| Version::of_tool(words).map(|it| it.to_string());
        assert_eq!(of_tool("Debian LLVM version 22.1.8").as_deref(), Some("MLIR 22"));
        assert_eq!(of_tool("LLVM version 23.1.0git").as_deref(), Some("MLIR 23"));
        assert_eq!(of_tool("LLVM version 21.0.0"), None);
        assert_eq!(of_tool("version of my own"), None);
    }

    #[test]
    fn versions_have_an_end() {
        let [first, second] = Version::KNOWN;
        let between = Versions { since: Some(first), until: Some(second) };
        assert!(between.has(first) && !between.has(second) && Versions::ALL.has(second));
        assert!(Versions::since(second).has(second) && !Versions::since(second).has(first));
        assert_eq!(between.to_string(), "since MLIR 22, until MLIR 23");
    }
}
