//! Where a text is cut: between functions of the outermost body, or of that of the one module.

/// The pieces of a text, in order. Each but the first starts between two functions.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pieces<'a> {
    Outermost(Vec<&'a str>),
    /// The first ends and the last starts in the body of a module, as all others do both.
    InModule(Vec<&'a str>),
}

/// About as many pieces, of about the same length.
pub(super) fn pieces(text: &str, count: usize) -> Pieces<'_> {
    let indentation = indentation_of_functions(text);
    if !indentation.is_empty() && has_several_modules(text) {
        return Pieces::InModule(vec![text]);
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    for index in 1..count {
        let Some(from) = (text.len() / count).checked_mul(index) else { break };
        if let Some(end) = boundary(text, from.max(start), indentation) {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    pieces.push(&text[start..]);
    if indentation.is_empty() { Pieces::Outermost(pieces) } else { Pieces::InModule(pieces) }
}

const FUNCTION: &str = "func.func ";

/// The blanks before the first function.
fn indentation_of_functions(text: &str) -> &str {
    let before = text.match_indices(FUNCTION).filter_map(|(at, _)| {
        let before = text.get(..at)?;
        let line = before.get(before.rfind('\n').map_or(0, |it| it + 1)..)?;
        line.bytes().all(|it| it == b' ').then_some(line)
    });
    before.take(1).next().unwrap_or_default()
}

fn has_several_modules(text: &str) -> bool {
    text.match_indices("\nmodule").nth(1).is_some() || text.starts_with("module") && text.contains("\nmodule")
}

/// The next place where a function with this indentation has just ended and the next thing that is no blank or comment
/// is another.
pub(super) fn boundary(text: &str, from: usize, indentation: &str) -> Option<usize> {
    let from = text.floor_char_boundary(from);
    let brace = format!("\n{indentation}}}");
    let mut ends = text.get(from..)?.match_indices(&brace).map(|it| from + it.0 + brace.len());
    ends.find(|end| {
        let mut lines = text.get(*end..).unwrap_or_default().lines();
        let is_trivia = |it: &str| it.is_empty() || it.starts_with("//");
        lines.next() == Some("")
            && lines
                .find(|it| !is_trivia(it.trim_start_matches(' ')))
                .and_then(|it| it.strip_prefix(indentation))
                .is_some_and(|it| it.starts_with(FUNCTION))
    })
}
