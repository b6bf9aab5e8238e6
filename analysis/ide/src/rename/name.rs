//! The syntax of names: of a value, a block, a symbol, an alias, or a dimension or symbol of a map.

use super::Target;

/// The new name with its sigil, if MLIR would read it as one.
pub(super) fn valid_name(target: &Target, name: &str) -> Result<String, String> {
    let name = name.trim();
    let (sigil, what) = match target {
        Target::Value { .. } => ("%", "a value"),
        Target::Label { .. } => ("^", "a block"),
        Target::Symbol(_) => ("@", "a symbol"),
        Target::Alias { name, .. } => (if name.starts_with('#') { "#" } else { "!" }, "an alias"),
        Target::Input { .. } => ("", "a dimension or symbol"),
    };
    let bare = name.strip_prefix(sigil).unwrap_or(name);
    let is_valid = match target {
        Target::Value { .. } | Target::Label { .. } => is_suffix_id(bare),
        // A dot would make it a dialect's.
        Target::Alias { .. } => is_suffix_id(bare) && !bare.contains(['.', '-']) && !starts_with_digit(bare),
        Target::Input { .. } => is_bare_id(bare) && !RESERVED.contains(&bare),
        Target::Symbol(_) if is_bare_id(bare) => true,
        Target::Symbol(_) => {
            let content = bare.trim_matches('"');
            let is_plain = !content.is_empty() && !content.contains(['"', '\\', '\n', '\r']);
            return if is_plain {
                Ok(format!("@\"{content}\""))
            } else {
                Err(format!("`{name}` is no name of a symbol"))
            };
        }
    };
    if is_valid { Ok(format!("{sigil}{bare}")) } else { Err(format!("`{name}` is no name of {what}")) }
}

/// Words that mean something in an affine expression.
const RESERVED: &[&str] = &["floordiv", "ceildiv", "mod", "symbol"];

fn starts_with_digit(name: &str) -> bool {
    name.starts_with(|it: char| it.is_ascii_digit())
}

/// Digits alone, or a name that does not begin with one.
fn is_suffix_id(name: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '$' | '.' | '_' | '-');
    match name.chars().next() {
        None => false,
        Some(first) if first.is_ascii_digit() => name.chars().all(|it| it.is_ascii_digit()),
        // MLIR reads `%-` as two tokens.
        Some(first) => first != '-' && name.chars().all(is_part),
    }
}

fn is_bare_id(name: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '$' | '.' | '_');
    let starts = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
    starts && name.chars().all(is_part)
}
