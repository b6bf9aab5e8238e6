//! Text as it is written, on one line and without comments.

use syntax::{Located, SyntaxKind};

/// The node's text with single blanks for white space and comments.
pub(super) fn verbatim(node: Located<'_>) -> String {
    let mut text = String::new();
    let mut is_apart = false;
    node.for_each_token(&mut |it| {
        if it.kind().is_trivia() {
            is_apart = true;
            return;
        }
        if is_apart && !text.is_empty() {
            text.push(' ');
        }
        is_apart = false;
        text.push_str(it.text());
    });
    text
}

/// The text between the first opening and the last closing bracket of the node.
pub(super) fn inside(node: Located<'_>) -> String {
    let text = verbatim(node);
    let mut characters = text.chars();
    characters.next();
    characters.next_back();
    characters.as_str().trim().to_owned()
}

/// `"f"` for `@f` and `@"f"`.
pub(super) fn symbol_name(node: Located<'_>) -> Option<String> {
    let name = node.token_text(SyntaxKind::AT_ID)?.strip_prefix('@')?;
    Some(if name.starts_with('"') { name.to_owned() } else { format!("\"{name}\"") })
}
