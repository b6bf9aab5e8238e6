//! The user's own dialects, which editors set as `dialects.own`.

use analysis::Settings;

/// An argument of the commands that look at the findings of a file.
#[derive(clap::Args)]
pub(super) struct Dialects {
    /// Names of dialects that MLIR does not have and your tools do, which are never unknown; several with commas
    /// between them, or the option again.
    #[arg(long = "own-dialect", value_name = "NAME", value_delimiter = ',')]
    own: Vec<String>,
}

impl Dialects {
    /// The settings with these dialects.
    pub(super) fn in_settings(&self, settings: Settings) -> Settings {
        let own_dialects = self.own.iter().map(|it| it.trim().to_owned()).collect();
        Settings { own_dialects, ..settings }
    }
}
