//! The standard error of a tool: the program after each pass, and messages in between.

use crate::messages::is_message;

/// The program after a pass, as it was printed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dump<'t> {
    /// As on the command line; the name of its class where it has none.
    pub(crate) pass: &'t str,
    /// The operation that it ran on: `func.func @f`.
    pub(crate) on: Option<String>,
    pub(crate) has_failed: bool,
    pub(crate) text: &'t str,
}

const OPEN: &str = "// -----// IR Dump After ";
const CLOSE: &str = " //----- //";

/// The dumps, and everything else that was printed.
pub(crate) fn dumps(printed: &str) -> (Vec<Dump<'_>>, String) {
    let mut found = Vec::new();
    let mut others = String::new();
    let mut heads = heads(printed).peekable();
    others.push_str(&printed[..heads.peek().map_or(printed.len(), |it| it.0)]);
    while let Some((_, head, start)) = heads.next() {
        let end = heads.peek().map_or(printed.len(), |it| it.0);
        let body = &printed[start..end];
        let (text, rest) = body.split_at(message_in(body));
        others.push_str(rest);
        found.push(dump(head, text.trim_end()));
    }
    (found, others)
}

/// Where each head begins, what it says, and where its program begins.
fn heads(printed: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    let mut offset = 0;
    printed.split_inclusive('\n').filter_map(move |line| {
        let start = offset;
        offset += line.len();
        let head = line.trim_end().strip_prefix(OPEN)?.strip_suffix(CLOSE)?;
        Some((start, head, offset))
    })
}

/// Where the first message of a text begins.
fn message_in(body: &str) -> usize {
    let mut offset = 0;
    for line in body.split_inclusive('\n') {
        if is_message(line) {
            return offset;
        }
        offset += line.len();
    }
    body.len()
}

/// `AffineLoopTiling Failed (affine-loop-tile) ('func.func' operation: @f)`, or since MLIR 23
/// `AffineLoopTiling Failed: affine-loop-tile{tile-size=4} ('func.func' operation: @f)`.
fn dump<'t>(head: &'t str, text: &'t str) -> Dump<'t> {
    let (head, on) = head.split_at(head.rfind(" ('").unwrap_or(head.len()));
    let (name, argument) = match (head.split_once(": "), head.split_once(" (")) {
        (Some((name, argument)), _) if !name.contains('(') => {
            (name, argument.split_once('{').map_or(argument, |it| it.0))
        }
        (_, Some((name, argument))) => (name, argument.trim_end_matches(')')),
        _ => (head, ""),
    };
    let (class, has_failed) = match name.strip_suffix(" Failed") {
        Some(class) => (class, true),
        None => (name, false),
    };
    let on = on.split_once('\'').and_then(|it| it.1.split_once('\'')).map(|(op, rest)| {
        let symbol = rest.split_once('@').map(|it| it.1.trim_end_matches(')').trim());
        symbol.map_or(op.to_owned(), |it| format!("{op} @{it}"))
    });
    Dump { pass: if argument.is_empty() { class } else { argument }, on, has_failed, text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dumps_are_told_from_messages() {
        let printed = "a\n// -----// IR Dump After A (a-b) ('func.func' operation: @f) //----- //\nmodule {\n}\n\n\n-:3:4: remark: r\n  x\n\
            // -----// IR Dump After CSE Failed (cse) ('builtin.module' operation) //----- //\nmodule {}\n";
        let (dumps, others) = dumps(printed);
        let on = |it: &str| Some(it.to_owned());
        let first = Dump { pass: "a-b", on: on("func.func @f"), has_failed: false, text: "module {\n}" };
        let second = Dump { pass: "cse", on: on("builtin.module"), has_failed: true, text: "module {}" };
        assert_eq!(dumps, [first, second]);
        assert_eq!(others, "a\n-:3:4: remark: r\n  x\n");
    }

    #[test]
    fn heads_of_mlir_23_are_read() {
        let printed = "// -----// IR Dump After A: a-b{n=4 of=(x)} ('func.func' operation: @f) //----- //\n\
            // -----// IR Dump After B Failed: b ('builtin.module' operation) //----- //\n\
            // -----// IR Dump After CSEPass: cse //----- //\n";
        let (dumps, _) = dumps(printed);
        let told: Vec<_> = dumps.iter().map(|it| (it.pass, it.on.as_deref(), it.has_failed)).collect();
        let expected =
            [("a-b", Some("func.func @f"), false), ("b", Some("builtin.module"), true), ("cse", None, false)];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_pass_without_an_argument_is_named_by_its_class() {
        let (dumps, _) = dumps("// -----// IR Dump After Own ('builtin.module' operation) //----- //\n");
        assert_eq!((dumps[0].pass, dumps[0].on.as_deref()), ("Own", Some("builtin.module")));
    }
}
