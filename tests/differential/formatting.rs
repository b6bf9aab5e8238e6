//! Formatting changes white space and nothing else: MLIR reads the same program, every comment is there, and what is
//! formatted stays as it is.

use affine_analyzer_tests::texts::{comments, texts};
use analysis::Host;

use crate::tools::Tools;

fn formatted(text: &str) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let edits = host.analysis().formatting(file);
    edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text))
}

#[test]
fn texts_are_formatted_once_and_keep_their_comments() {
    let mut wrong = Vec::new();
    for text in texts() {
        let once = formatted(&text);
        let twice = formatted(&once);
        if once != twice {
            wrong.push(format!("formatted again it differs\n{text}\n=== once\n{once}\n=== twice\n{twice}"));
        }
        if comments(&text) != comments(&once) {
            wrong.push(format!("a comment is lost\n{text}\n===\n{once}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn formatted_programs_are_the_same() {
    let Some(tools) = Tools::find() else { return };
    let texts = texts();
    let after: Vec<String> = texts.iter().map(|it| formatted(it)).collect();
    let (expected, found) = (tools.generic_forms(&texts), tools.generic_forms(&after));
    let mut wrong = Vec::new();
    for ((text, after), (expected, found)) in texts.iter().zip(&after).zip(expected.iter().zip(&found)) {
        if expected.is_some() && expected != found {
            wrong.push(format!("{text}\n=== formatted\n{after}\n=== reads\n{found:?}"));
        }
    }
    let accepted = expected.iter().flatten().count();
    println!("{accepted} programs are the same after formatting, but {}", wrong.len());
    assert!(accepted > 0 && wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Blanks alone may differ, of which `mlir-opt` prints too many in places.
#[test]
fn what_is_printed_stays_as_it_is() {
    let Some(tools) = Tools::find() else { return };
    let mut programs: Vec<String> = texts();
    programs.push(include_str!("formatting/printed.mlir").to_owned());
    let single = |text: &str| {
        let line = |it: &str| {
            let indentation = it.len() - it.trim_start().len();
            it[..indentation].to_owned() + &it.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        text.trim_end().lines().map(line).collect::<Vec<_>>()
    };
    let mut wrong = Vec::new();
    let printed: Vec<String> = tools.printed(&programs, &[]).into_iter().flatten().collect();
    for text in &printed {
        let (before, after) = (single(text), single(&formatted(text)));
        let differs = before.iter().zip(&after).find(|(a, b)| a != b);
        if let Some((before, after)) = differs {
            wrong.push(format!("{before}\n{after}"));
        }
    }
    println!("{} of {} printed programs would change", wrong.len(), printed.len());
    assert!(printed.len() > 1 && wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}
