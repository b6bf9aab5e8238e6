//! Where a client finds the page of a code: where the user says that pages are published, at a command of the client, or
//! in files that are written for it.

use std::io;
use std::path::{Path, PathBuf};

use analysis::GLOSSARY;
use tower_lsp::ls_types::{CodeDescription, Command, Uri};
use xxhash_rust::xxh3::Xxh3;

use super::capabilities::Client;
use super::commands::EXPLAIN;
use crate::config::Config;

/// Pages as files of the user, for clients that open links and know nothing of pages.
#[derive(Debug, Clone, Default)]
pub(super) struct Pages {
    folder: Option<PathBuf>,
}

impl Pages {
    /// Writes the pages where this client needs them as files; nothing is written anew while they are the same.
    pub(super) fn of(client: &Client) -> Self {
        let is_needed =
            client.explain_command.is_none() && (client.code_descriptions || client.shows_documents);
        let folder = is_needed.then(dirs::cache_dir).flatten();
        let folder = folder.map(|it| it.join("affine-analyzer").join("diagnostics"));
        let written = folder.filter(|it| {
            let result = write(it);
            if let Err(error) = &result {
                tracing::warn!("the pages of diagnostics cannot be written to `{}`: {error}", it.display());
            }
            result.is_ok()
        });
        Self { folder: written }
    }

    /// The file with the page of a code.
    pub(super) fn file(&self, code: &str) -> Option<Uri> {
        Uri::from_file_path(self.folder.as_ref()?.join(format!("{code}.md")))
    }

    /// The link that a diagnostic carries.
    pub(super) fn link(&self, client: &Client, config: &Config, code: &str) -> Option<CodeDescription> {
        if !client.code_descriptions {
            return None;
        }
        let href = match (&config.docs_base_url, &client.explain_command) {
            (Some(base), _) => format!("{base}/{code}.md").parse().ok()?,
            // The argument is a list in JSON; brackets and quotes have to be escaped in an address.
            (None, Some(command)) => format!("command:{command}?%5B%22{code}%22%5D").parse().ok()?,
            (None, None) => self.file(code)?,
        };
        Some(CodeDescription { href })
    }

    /// The address of a term in the glossary.
    pub(super) fn term(&self, client: &Client, config: &Config, term: &str) -> Option<String> {
        let anchor = term.to_lowercase().replace(' ', "-");
        Some(match (&config.docs_base_url, &client.explain_command) {
            (Some(base), _) => format!("{base}/../{GLOSSARY}.md#{anchor}"),
            (None, Some(command)) => format!("command:{command}?%5B%22{GLOSSARY}%23{anchor}%22%5D"),
            (None, None) => format!("{}#{anchor}", self.file(GLOSSARY)?.as_str()),
        })
    }

    /// The command that shows the page of a code, where this client can.
    pub(super) fn command(&self, client: &Client, code: &str) -> Option<Command> {
        let name = match &client.explain_command {
            Some(name) => name.clone(),
            None if client.shows_documents && self.folder.is_some() => EXPLAIN.to_owned(),
            None => return None,
        };
        Some(Command {
            title: format!("Explain `{code}`"),
            command: name,
            arguments: Some(vec![code.into()]),
        })
    }
}

/// A file that is written last: its content shows whether the pages are those of this program.
const MARK: &str = "written";

fn write(folder: &Path) -> io::Result<()> {
    let pages: Vec<_> = analysis::codes().into_iter().filter_map(analysis::explain).collect();
    let mut hash = Xxh3::new();
    pages.iter().for_each(|it| hash.update(it.text.as_bytes()));
    let glossary = analysis::page(GLOSSARY).unwrap_or_default();
    hash.update(glossary.as_bytes());
    let mark = format!("{:x}\n", hash.digest());
    if std::fs::read_to_string(folder.join(MARK)).is_ok_and(|it| it == mark) {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    for page in pages {
        std::fs::write(folder.join(format!("{}.md", page.code)), page.text)?;
    }
    std::fs::write(folder.join(format!("{GLOSSARY}.md")), glossary)?;
    std::fs::write(folder.join(MARK), mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_written_once_and_again_when_they_are_others() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("invalid-symbol.md");
        write(folder.path()).unwrap();
        let text = std::fs::read_to_string(&page).unwrap();
        assert!(text.starts_with("# `invalid-symbol`\n\n**Severity: error**"), "{text}");
        std::fs::remove_file(&page).unwrap();
        write(folder.path()).unwrap();
        assert!(!page.exists());
        std::fs::write(folder.path().join(MARK), "of another program").unwrap();
        write(folder.path()).unwrap();
        assert!(page.exists());
    }

    #[test]
    fn the_user_comes_before_the_client_and_the_client_before_files() {
        let folder = tempfile::tempdir().unwrap();
        let pages = Pages { folder: Some(folder.path().to_owned()) };
        let plain = Client { code_descriptions: true, ..Client::default() };
        let editor = Client { explain_command: Some("an.command".to_owned()), ..plain.clone() };
        let published =
            Config { docs_base_url: Some("https://example.org/d".to_owned()), ..Config::default() };
        let href = |client: &Client, config: &Config| {
            let link = pages.link(client, config, "race").unwrap();
            link.href.as_str().to_owned()
        };
        assert_eq!(href(&editor, &published), "https://example.org/d/race.md");
        assert_eq!(href(&editor, &Config::default()), "command:an.command?%5B%22race%22%5D");
        let file = href(&plain, &Config::default());
        assert!(file.starts_with("file:///") && file.ends_with("/race.md"), "{file}");
        assert!(pages.link(&Client::default(), &published, "race").is_none());
        let term = |client: &Client, config: &Config| pages.term(client, config, "trip count").unwrap();
        assert_eq!(term(&editor, &published), "https://example.org/d/../glossary.md#trip-count");
        let command = "command:an.command?%5B%22glossary%23trip-count%22%5D";
        assert_eq!(term(&editor, &Config::default()), command);
        assert!(term(&plain, &Config::default()).ends_with("/glossary.md#trip-count"));
    }
}
