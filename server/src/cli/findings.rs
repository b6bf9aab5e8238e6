//! How findings are written.

use std::io::IsTerminal;

use clap::ValueEnum;

use crate::report::annotations::Annotations;
use crate::report::{FindingsReport, human, json, sarif};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Human,
    Json,
    Sarif,
    /// Annotations of a run of GitHub Actions.
    Github,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

impl Format {
    pub(super) fn report(self, color: Color) -> Box<dyn FindingsReport> {
        match self {
            Format::Human => Box::new(human::Findings::new(color.is_wanted())),
            Format::Json => Box::new(json::Findings::default()),
            Format::Sarif => Box::new(sarif::Findings::default()),
            Format::Github => Box::new(Annotations),
        }
    }
}

impl Color {
    fn is_wanted(self) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|it| !it.is_empty());
        let is_dumb = || std::env::var_os("TERM").is_some_and(|it| it == "dumb");
        match self {
            Color::Auto => std::io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb(),
            Color::Always => true,
            Color::Never => false,
        }
    }
}
