//! A pass pipeline as a user writes it, and the arguments that pass it to a tool.

use anyhow::{Context, bail, ensure};

use crate::tool::Tool;

/// Whether a tool takes these arguments, where it is given nothing to run on.
type Takes<'a> = &'a dyn Fn(&[String]) -> bool;

/// The arguments for a pipeline: `builtin.module(func.func(a,b{x=1}))`, `a,b{x=1}` without any nesting, or options as on a
/// command line, `-a -b="x=1"`.
///
/// # Errors
/// Where it has none of these forms, or names a pass that the tool does not have.
pub(crate) fn arguments(pipeline: &str, tool: &Tool, takes: Takes<'_>) -> anyhow::Result<Vec<String>> {
    let text = pipeline.trim();
    ensure!(!text.is_empty(), "the pipeline is empty");
    ensure!(!text.contains('\0'), "the pipeline has a character that no argument can have");
    if text.starts_with('-') {
        return options(text, tool);
    }
    let elements = elements(text)?;
    match elements.as_slice() {
        [Element { text, is_nested: true }]
            if text.starts_with("builtin.module") || text.starts_with("any") =>
        {
            Ok(vec![format!("--pass-pipeline={text}")])
        }
        _ if elements.iter().any(|it| it.is_nested) => {
            Ok(vec![format!("--pass-pipeline=builtin.module({text})")])
        }
        _ => {
            let elements: Vec<&str> = elements.iter().map(|it| it.text).collect();
            let flags = elements.iter().map(|it| flag(it, tool)).collect::<anyhow::Result<Vec<_>>>()?;
            Ok(if takes(&flags) { flags } else { vec![nested(&elements, tool, takes)] })
        }
    }
}

/// The passes one by one in what they run on. A tool nests by itself what runs on one kind of operation, but not what runs on
/// all that have some interface, as functions do.
fn nested(elements: &[&str], tool: &Tool, takes: Takes<'_>) -> String {
    let in_module = |text: &str| format!("--pass-pipeline=builtin.module({text})");
    let one = |element: &&str| {
        let anchor = name(element).and_then(|it| tool.pass(it)).and_then(|it| it.anchor.as_deref());
        let anchor = anchor.or_else(|| (!takes(&[in_module(element)])).then_some("func.func"));
        anchor.map_or_else(|| (*element).to_owned(), |it| format!("{it}({element})"))
    };
    in_module(&elements.iter().map(one).collect::<Vec<_>>().join(","))
}

fn name(element: &str) -> Option<&str> {
    element.split('{').next().map(str::trim)
}

struct Element<'t> {
    text: &'t str,
    /// Whether it is an operation with passes in parentheses.
    is_nested: bool,
}

/// The elements of a pipeline between the commas of its outermost level.
fn elements(text: &str) -> anyhow::Result<Vec<Element<'_>>> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    let mut start = 0;
    let mut is_nested = false;
    for (at, char) in text.char_indices() {
        match char {
            '(' | '{' => {
                // Options may have parentheses, too.
                is_nested |= char == '(' && open.is_empty();
                open.push(char);
            }
            ')' | '}' => {
                let partner = if char == ')' { '(' } else { '{' };
                ensure!(open.pop() == Some(partner), "`{char}` of the pipeline has no `{partner}`");
            }
            ',' if open.is_empty() => {
                found.push(Element { text: text[start..at].trim(), is_nested });
                (start, is_nested) = (at + 1, false);
            }
            _ => {}
        }
    }
    if let Some(char) = open.last() {
        bail!("`{char}` of the pipeline is not closed");
    }
    found.push(Element { text: text[start..].trim(), is_nested });
    ensure!(
        found.iter().all(|it| !it.text.is_empty()),
        "there is nothing between two commas of the pipeline"
    );
    Ok(found)
}

/// `a{x=1}` as an option of the command line.
fn flag(element: &str, tool: &Tool) -> anyhow::Result<String> {
    let (name, options) = match element.split_once('{') {
        Some((name, options)) => {
            (name.trim(), options.strip_suffix('}').context("the options of a pass end with `}`")?)
        }
        None => (element, ""),
    };
    tool.expect_pass(name)?;
    Ok(if options.is_empty() { format!("--{name}") } else { format!("--{name}={}", options.trim()) })
}

/// Options of a command line: passes and pipelines only, since others may write files.
fn options(text: &str, tool: &Tool) -> anyhow::Result<Vec<String>> {
    let words = shlex::split(text).context("the quotes of the pipeline are not closed")?;
    let mut found = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let option = word.trim_start_matches('-');
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (option, None),
        };
        ensure!(word.starts_with('-') && !name.is_empty(), "`{word}` is no option");
        if name == "pass-pipeline" {
            let value = value.or_else(|| words.next()).context("`--pass-pipeline` has no pipeline")?;
            found.push(format!("--pass-pipeline={value}"));
            continue;
        }
        tool.expect_pass(name)?;
        found.push(value.map_or_else(|| format!("--{name}"), |value| format!("--{name}={value}")));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::Pass;

    fn tool() -> Tool {
        let pass = Pass::named;
        Tool {
            path: "opt".into(),
            version: String::new(),
            passes: vec![pass("a"), pass("b-c")],
            keeps_names: true,
        }
    }

    fn of(pipeline: &str) -> Result<Vec<String>, String> {
        arguments(pipeline, &tool(), &|it| {
            it != ["--b-c=f"] && it != ["--pass-pipeline=builtin.module(b-c{f})"]
        })
        .map_err(|it| it.to_string())
    }

    #[test]
    fn each_form_is_taken() {
        let found = of("builtin.module(func.func(a,b-c{x=1,2}))").unwrap();
        assert_eq!(found, ["--pass-pipeline=builtin.module(func.func(a,b-c{x=1,2}))"]);
        assert_eq!(of(" a, b-c{x=1 y=(2)} ").unwrap(), ["--a", "--b-c=x=1 y=(2)"]);
        assert_eq!(of("b-c{f}").unwrap(), ["--pass-pipeline=builtin.module(func.func(b-c{f}))"]);
        assert_eq!(of("func.func(a),b-c").unwrap(), ["--pass-pipeline=builtin.module(func.func(a),b-c)"]);
        assert_eq!(of("-a --b-c=\"x=1 y\"").unwrap(), ["--a", "--b-c=x=1 y"]);
        assert_eq!(of("--pass-pipeline='any(a)'").unwrap(), ["--pass-pipeline=any(a)"]);
    }

    #[test]
    fn what_is_no_pass_is_not_taken() {
        for wrong in
            ["", "  ", "a,,b-c", "a(", "a)", "a{x", "-o x", "--output=x", "a, -o", "a;b", "-a x", "a\0"]
        {
            assert!(of(wrong).is_err(), "{wrong:?}: {:?}", of(wrong));
        }
    }
}
