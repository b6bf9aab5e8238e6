//! `compare` as JSON.

use analysis::{Difference, FunctionComparison, Matched, OperationSite, TextRange, Verdict, Witness};
use serde_json::{Map, Value, json};

use super::VERSION;
use crate::report::{Source, unknown};

pub(crate) fn comparison(before: &Source, after: &Source, functions: &[FunctionComparison]) -> Value {
    json!({ "version": VERSION, "functions": compared(before, after, functions) })
}

/// The verdict of each function.
pub(super) fn compared(before: &Source, after: &Source, functions: &[FunctionComparison]) -> Vec<Value> {
    let side = |site: &OperationSite| if site.is_second { after } else { before };
    let one = |function: &FunctionComparison| {
        let mut entry = Map::new();
        entry.insert("name".to_owned(), json!(function.name));
        let (verdict, reassociates) = match &function.verdict {
            Verdict::Equal { reassociates } => ("equal", *reassociates),
            Verdict::Different(_) => ("different", false),
            Verdict::Unknown(_) => ("unknown", false),
        };
        entry.insert("verdict".to_owned(), json!(verdict));
        if let Some(method) = function.method {
            entry.insert("method".to_owned(), json!(method.name()));
        }
        match &function.verdict {
            Verdict::Unknown(reason) => {
                entry.insert("reason".to_owned(), json!(unknown(reason, before, after)));
                for site in reason.operation.iter().chain(&reason.counterpart) {
                    let key = if site.is_second { "afterStatement" } else { "beforeStatement" };
                    entry.insert(key.to_owned(), statement(side(site), Some(site.range)));
                }
            }
            Verdict::Different(found) => {
                entry.insert("witness".to_owned(), witness(before, after, &function.arguments, found));
            }
            Verdict::Equal { .. } => {
                let matched = |it: &Matched| {
                    json!({
                        "beforeStatement": statement(before, Some(it.before.range)),
                        "afterStatement": statement(after, Some(it.after.range)),
                        "relation": it.relation,
                    })
                };
                if !function.matched.is_empty() {
                    let all: Vec<Value> = function.matched.iter().map(matched).collect();
                    entry.insert("matched".to_owned(), json!(all));
                }
            }
        }
        entry.insert("reassociates".to_owned(), json!(reassociates));
        Value::Object(entry)
    };
    functions.iter().map(one).collect()
}

fn statement(source: &Source, range: Option<TextRange>) -> Value {
    match range {
        Some(range) => json!({ "path": source.path, "range": source.range(range) }),
        None => Value::Null,
    }
}

fn witness(before: &Source, after: &Source, arguments: &[String], witness: &Witness) -> Value {
    let name = |number: usize| arguments.get(number).map_or("", String::as_str);
    let symbols: Map<String, Value> =
        witness.symbols.iter().map(|(argument, value)| (name(*argument).to_owned(), json!(value))).collect();
    let sizes: Map<String, Value> =
        witness.sizes.iter().map(|(argument, sizes)| (name(*argument).to_owned(), json!(sizes))).collect();
    let values = witness.inputs.iter().map(|(argument, subscripts, value)| {
        json!({ "argument": name(*argument), "subscripts": subscripts, "value": value })
    });
    let difference = match &witness.difference {
        Difference::Element {
            is_result,
            number,
            subscripts,
            before: expected,
            after: found,
            before_writer,
            after_writer,
        } => {
            let mut entry = Map::new();
            match is_result {
                true => _ = entry.insert("result".to_owned(), json!(number)),
                false => _ = entry.insert("argument".to_owned(), json!(name(*number))),
            }
            entry.insert("subscripts".to_owned(), json!(subscripts));
            entry.insert("before".to_owned(), json!(expected));
            entry.insert("after".to_owned(), json!(found));
            entry.insert("beforeStatement".to_owned(), statement(before, *before_writer));
            entry.insert("afterStatement".to_owned(), statement(after, *after_writer));
            Value::Object(entry)
        }
        Difference::Fault { what, place } => {
            json!({ "fault": what, "afterStatement": statement(after, *place) })
        }
    };
    json!({
        "symbols": symbols,
        "sizes": sizes,
        "values": values.collect::<Vec<_>>(),
        "moreValues": witness.more_inputs,
        "otherValues": witness.others,
        "difference": difference,
    })
}
