//! The problems of definitions, their places, and the globs that name the files concerned.

use std::fmt;
use std::path::PathBuf;

use analysis::ods::tablegen::Records;
use serde::{Deserialize, Serialize};

use super::folders::Listing;
use super::text_of;

/// Something that is wrong in definitions, or in how they are named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Problem {
    /// The file, and where in it, in bytes.
    pub(crate) place: Option<(PathBuf, u32)>,
    /// The globs of the configuration that name the file, or one that includes it.
    pub(crate) globs: Vec<String>,
    pub(crate) message: String,
}

impl Problem {
    pub(super) fn of_glob(glob: &str, message: String) -> Self {
        Self { place: None, globs: vec![glob.to_owned()], message }
    }

    pub(super) fn of_all(message: String) -> Self {
        Self { place: None, globs: Vec::new(), message }
    }
}

/// `file:line:column: message`, from 1.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, at)) = &self.place {
            write!(f, "{}:", file.display())?;
            let text = text_of(file).unwrap_or_default();
            if let Some(before) = text.get(..*at as usize) {
                let line = before.rsplit('\n').next().unwrap_or_default();
                write!(f, "{}:{}:", before.matches('\n').count() + 1, line.chars().count() + 1)?;
            }
            f.write_str(" ")?;
        }
        f.write_str(&self.message)
    }
}

/// The problems of records, in the order of their files and places, after those of the globs.
pub(super) fn problems(listing: &Listing, records: &Records) -> Vec<Problem> {
    let mut found: Vec<Problem> = Vec::new();
    for error in &records.errors {
        let named = listing.named.iter().filter(|it| *it.1.to_string_lossy() == *error.main);
        let globs: Vec<String> = named.map(|it| it.0.clone()).collect();
        found.push(Problem {
            place: Some((PathBuf::from(&*error.file), error.at)),
            globs,
            message: error.message.clone(),
        });
    }
    found.sort_by(|a, b| a.place.cmp(&b.place));
    found.dedup();
    listing.problems.iter().cloned().chain(found).collect()
}

/// For each glob, a summary of the problems in its files, which is reported at its line in the configuration.
pub(crate) fn summaries(problems: &[Problem]) -> Vec<(String, String)> {
    let mut globs: Vec<&String> = problems.iter().flat_map(|it| &it.globs).collect();
    globs.sort();
    globs.dedup();
    let told = |glob: &String| {
        let mut own = problems.iter().filter(|it| it.globs.contains(glob));
        let (first, more) = (own.next()?, own.count());
        let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
        let prefix = if first.place.is_some() { format!("`{glob}`: ") } else { String::new() };
        Some((glob.clone(), format!("{prefix}{first}{more}")))
    };
    globs.into_iter().filter_map(told).collect()
}
