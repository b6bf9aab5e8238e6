//! JSON with a version number: zero-based LSP positions in UTF-16, names in camel case.

use std::io::{self, Write};

use analysis::{Action, Diagnostic};
use serde_json::{Value, json};

mod comparison;
mod dependences;
mod fusion;
mod loops;
mod passes;
mod proposals;

pub(crate) use comparison::comparison;
pub(crate) use dependences::{
    AccessJson, DependenceJson, IntegerJson, NotComputedJson, Sequence, UnanalysedJson, dependences,
};
pub(crate) use fusion::fusion;
pub(crate) use loops::loops;
pub(crate) use passes::{messages, passes};
pub(crate) use proposals::proposals;

use super::{Checked, FindingsReport, Source};
use crate::applied::Applied;

const VERSION: u32 = 1;

/// The findings of each file. Each is written before the next is made: there may be a million.
#[derive(Default)]
pub(crate) struct Findings {
    files: usize,
}

impl Findings {
    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.files == 0 { write!(out, "{{\"files\":[") } else { Ok(()) }
    }
}

impl FindingsReport for Findings {
    fn file(&mut self, out: &mut dyn Write, file: &Checked) -> io::Result<()> {
        self.begin(out)?;
        separate(out, self.files)?;
        self.files += 1;
        write!(out, "{{\"diagnostics\":[")?;
        for (number, found) in file.diagnostics.iter().enumerate() {
            separate(out, number)?;
            serde_json::to_writer(&mut *out, &diagnostic(&file.source, found))?;
        }
        write!(out, "],\"path\":")?;
        serde_json::to_writer(&mut *out, &file.source.path)?;
        out.write_all(b"}")
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)?;
        writeln!(out, "],\"version\":{VERSION}}}")
    }
}

fn separate(out: &mut dyn Write, number: usize) -> io::Result<()> {
    if number > 0 { out.write_all(b",") } else { Ok(()) }
}

fn diagnostic(source: &Source, found: &Diagnostic) -> Value {
    let related = found.related.iter().map(|related| {
        json!({ "path": source.path, "range": source.range(related.range), "message": &*related.message })
    });
    json!({
        "code": found.code,
        "severity": found.severity.as_str(),
        "message": &*found.message,
        "range": source.range(found.range),
        "related": related.collect::<Vec<_>>(),
    })
}

/// A number, or its digits in a string where JSON's readers would round it.
fn count(count: Option<u128>) -> Value {
    match count {
        None => Value::Null,
        Some(count) => u64::try_from(count).map_or_else(|_| count.to_string().into(), Value::from),
    }
}

pub(crate) fn actions(
    out: &mut impl Write,
    source: &Source,
    actions: &[(Action, Option<Applied>)],
) -> io::Result<()> {
    let actions = actions.iter().map(|(action, known)| {
        let mut entry = json!({
            "id": action.request.to_string(),
            "kind": action.kind,
            "title": action.title,
            "diagnostic": action.diagnostic,
            "preferred": action.preferred,
            "disabled": action.disabled,
            "range": source.range(action.range),
        });
        if !action.left.is_empty() {
            let left = action
                .left
                .iter()
                .map(|(range, reason)| json!({ "range": source.range(*range), "reason": reason }));
            entry["left"] = left.collect();
        }
        if let Some(known) = known {
            entry["applied"] = known.json();
        }
        entry
    });
    let actions: Vec<_> = actions.collect();
    print(out, &json!({ "version": VERSION, "file": source.path, "actions": actions }))
}

pub(crate) fn print(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

#[cfg(test)]
mod tests;
