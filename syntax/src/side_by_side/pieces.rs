//! Where a text is cut: between functions of the outermost body, or of that of the one module.

use super::in_module::{self, Module};

/// The pieces of a text, in order. Each but the first starts between two functions.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pieces<'a> {
    Outermost(Vec<&'a str>),
    /// The first ends and the last starts in the body of a module, as all others do both.
    InModule(&'static Module, Vec<&'a str>),
}

/// About as many pieces, of about the same length.
pub(super) fn pieces(text: &str, count: usize) -> Pieces<'_> {
    let functions = Functions::of(text);
    let mut pieces = Vec::new();
    let mut start = 0;
    if functions.indentation.is_empty() || !has_several_modules(text) {
        for index in 1..count {
            let Some(from) = (text.len() / count).checked_mul(index) else { break };
            if let Some(end) = functions.boundary(text, from.max(start)) {
                pieces.push(&text[start..end]);
                start = end;
            }
        }
    }
    pieces.push(&text[start..]);
    match (functions.indentation, functions.form.module) {
        ("", _) => Pieces::Outermost(pieces),
        (_, module) => Pieces::InModule(module, pieces),
    }
}

/// How operations are written.
struct Form {
    /// Before the name of a function's operation.
    quote: &'static str,
    /// The last line of a function.
    end: &'static str,
    module: &'static Module,
}

const FORMS: [Form; 2] = [
    Form { quote: "", end: "}", module: in_module::CUSTOM },
    Form { quote: "\"", end: "}) : () -> ()", module: in_module::GENERIC },
];

const FUNCTION: &str = "func.func";

/// The functions of the body that is cut.
pub(super) struct Functions<'a> {
    form: &'static Form,
    indentation: &'a str,
}

impl<'a> Functions<'a> {
    /// As the first function in the text is written.
    pub(super) fn of(text: &'a str) -> Self {
        let first = text.match_indices(FUNCTION).find_map(|(at, _)| {
            let before = text.get(..at)?;
            let line = before.get(before.rfind('\n').map_or(0, |it| it + 1)..)?;
            FORMS.iter().find_map(|form| {
                let indentation = line.strip_suffix(form.quote)?;
                indentation.bytes().all(|it| it == b' ').then_some(Self { form, indentation })
            })
        });
        let [custom, _] = &FORMS;
        first.unwrap_or(Self { form: custom, indentation: "" })
    }

    /// The next place where a function has just ended and the next thing that is not a blank or comment is another.
    pub(super) fn boundary(&self, text: &str, from: usize) -> Option<usize> {
        let from = text.floor_char_boundary(from);
        let first_line = [self.indentation, self.form.quote, FUNCTION].concat();
        let last_line = ["\n", self.indentation, self.form.end].concat();
        let mut ends = text.get(from..)?.match_indices(&last_line).map(|it| from + it.0 + last_line.len());
        ends.find(|end| {
            let mut lines = text.get(*end..).unwrap_or_default().lines();
            let is_trivia = |it: &str| it.is_empty() || it.starts_with("//");
            lines.next() == Some("")
                && lines
                    .find(|it| !is_trivia(it.trim_start_matches(' ')))
                    .is_some_and(|it| it.starts_with(&first_line))
        })
    }
}

fn has_several_modules(text: &str) -> bool {
    let names = ["module", "\"builtin.module\""];
    let count = |name: &str| {
        let at_start = usize::from(text.starts_with(name));
        text.match_indices(&format!("\n{name}")).take(2).count() + at_start
    };
    names.iter().any(|it| count(it) > 1)
}
