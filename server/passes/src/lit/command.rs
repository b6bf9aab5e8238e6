//! The commands of a test, as far as they can be run without a shell.

use anyhow::{Context, bail, ensure};

/// A program with its arguments, and where its output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub program: String,
    pub arguments: Vec<String>,
    /// Whether it has to fail.
    pub fails: bool,
    /// Whether its standard error goes where its standard output goes.
    pub joins_error: bool,
    pub redirection: Option<Redirection>,
}

/// A file that takes the place of a pipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redirection {
    /// Redirects the output there.
    To(String),
    /// Redirects the input from there.
    From(String),
}

/// Lists of commands, each a pipe, that have to succeed one after the other.
///
/// # Errors
/// Where a shell would be needed: with variables, loops and the like.
pub(super) fn parse(text: &str, substitute: impl Fn(&str) -> String) -> anyhow::Result<Vec<Vec<Command>>> {
    let words = shlex::split(text).context("the quotes are not closed")?;
    let mut pipes = Vec::new();
    for list in words.split(|it| it == "&&") {
        let commands = list.split(|it| it == "|").map(|it| command(it, &substitute));
        pipes.push(commands.collect::<anyhow::Result<Vec<_>>>()?);
    }
    Ok(pipes)
}

fn command(words: &[String], substitute: &impl Fn(&str) -> String) -> anyhow::Result<Command> {
    let mut command = Command {
        program: String::new(),
        arguments: Vec::new(),
        fails: false,
        joins_error: false,
        redirection: None,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut file = || words.next().map(|it| substitute(it)).context("a redirection has no file");
        match word.as_str() {
            "not" if command.program.is_empty() => command.fails = !command.fails,
            "--crash" if command.fails && command.program.is_empty() => {}
            "2>&1" => command.joins_error = true,
            ">" | "1>" => command.redirection = Some(Redirection::To(file()?)),
            "&>" => {
                command.joins_error = true;
                command.redirection = Some(Redirection::To(file()?));
            }
            "<" => command.redirection = Some(Redirection::From(file()?)),
            "2>" => _ = file()?,
            ";" | "||" | "&" | "env" => bail!("`{word}` would need a shell"),
            _ => {
                let word = substitute(word);
                ensure!(!word.contains("%{"), "`{word}` is a substitution that is not known here");
                match command.program.is_empty() {
                    true => command.program = word,
                    false => command.arguments.push(word),
                }
            }
        }
    }
    ensure!(!command.program.is_empty(), "there is no command");
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipes_and_redirections() {
        let parsed =
            parse("not a %s -x='y z' 2>&1 | FileCheck %s && b < %t > %t2", |it| it.replace('%', "@"))
                .unwrap();
        assert_eq!(parsed.len(), 2);
        let first = &parsed[0][0];
        assert_eq!((first.program.as_str(), first.fails, first.joins_error), ("a", true, true));
        assert_eq!(first.arguments, ["@s", "-x=y z"]);
        assert_eq!(parsed[0][1].program, "FileCheck");
        assert_eq!(parsed[1][0].redirection, Some(Redirection::To("@t2".to_owned())));
    }

    #[test]
    fn what_needs_a_shell_is_refused() {
        for text in ["a ; b", "a || b", "env X=1 a", "a %{x}", "", "a | ", "a >", "a 'b"] {
            assert!(parse(text, str::to_owned).is_err(), "{text}");
        }
    }
}
