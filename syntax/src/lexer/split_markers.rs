//! Which markers split a text: not those in a module that is closed after them, which tools that do not split take for
//! comments.

use super::Lexed;
use crate::SyntaxKind::*;

/// Makes comments of the markers that are in modules and in nothing else, if all braces of the text have partners.
pub(super) fn drop_in_modules(lexed: &mut Lexed<'_>) {
    let mut inside = Vec::new();
    // For each open brace, whether it is of a module.
    let mut open = Vec::new();
    let mut is_module = false;
    for (index, token) in lexed.tokens.iter().enumerate() {
        match token.kind {
            L_BRACE => open.push(is_module),
            R_BRACE => match open.pop() {
                // After the attributes of a module comes its body.
                Some(it) => is_module = it,
                None => return,
            },
            SPLIT_MARKER if !open.is_empty() && open.iter().all(|it| *it) => inside.push(index),
            BARE_ID | STRING => {
                let name = lexed.text_of(*token).trim_matches('"');
                if name.contains('.') || name == "module" || token.kind == STRING {
                    is_module = name.rsplit('.').next() == Some("module");
                }
            }
            _ => {}
        }
    }
    if !open.is_empty() || inside.is_empty() {
        return;
    }
    let mut index = 0;
    lexed.tokens.retain(|_| {
        index += 1;
        inside.binary_search(&(index - 1)).is_err()
    });
    let markers = lexed.tokens.iter().enumerate().filter(|it| it.1.kind == SPLIT_MARKER);
    lexed.split_markers = markers.map(|it| it.0).collect();
    lexed.has_markers_in_modules = true;
}

#[cfg(test)]
mod tests {
    use crate::{SyntaxKind::PART, parse};

    fn parts(text: &str) -> usize {
        parse(text).syntax_node().children().filter(|it| it.kind() == PART).count()
    }

    #[test]
    fn in_a_module_that_is_closed() {
        let text =
            "builtin.module attributes {a.b = {c.d}} {\n  foo.a { foo.b }\n// -----\n}\n// -----\nfoo.c\n";
        assert_eq!(parts(text), 2);
        assert!(parse(text).errors().is_empty());
        assert_eq!(parts("\"builtin.module\"() ({\n// -----\n}) : () -> ()"), 1);
        assert_eq!(parts("module {\n  gpu.module @m {\n// -----\n}\n}"), 1);
    }

    #[test]
    fn in_what_may_lack_its_brace() {
        assert_eq!(parts("module {\n// -----\nfoo.a\n"), 2);
        assert_eq!(parts("func.func @f() {\n// -----\n}\n"), 2);
        assert_eq!(parts("module {\n  foo.a {\n// -----\n}\n}"), 2);
        assert_eq!(parts("}\nmodule {\n// -----\n}\n"), 2);
    }
}
