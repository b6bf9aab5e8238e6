//! Pointers of the dialect `llvm` with their element types, as they were written up to MLIR 16, in today's spelling.

/// Longer types are left alone: each pointer inside is looked for to its end.
const MOST_BYTES: usize = 1 << 12;

/// A type of `llvm` in today's spelling; `None` if that is the same text.
pub(crate) fn modern_type(text: &str) -> Option<String> {
    let old = text.strip_prefix("!llvm.").filter(|it| it.len() <= MOST_BYTES && it.contains("ptr<"))?;
    let today = without_elements(old);
    (!text.ends_with(&today)).then(|| format!("!llvm.{today}"))
}

/// The type that an old pointer points to, as a complete type in today's spelling.
pub(crate) fn element(text: &str) -> Option<String> {
    let inner = text.strip_prefix("!llvm.ptr<")?.strip_suffix('>')?;
    let (element, _) = parts(inner);
    let element = without_elements(element?);
    let is_of_llvm = ["ptr", "struct", "array", "func", "void"]
        .iter()
        .any(|it| element.strip_prefix(it).is_some_and(|it| it.is_empty() || it.starts_with(['<', ' '])));
    Some(if is_of_llvm { format!("!llvm.{element}") } else { element })
}

/// The text in which no `ptr<…>` has more than a number.
fn without_elements(text: &str) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("ptr<") {
        let before = &text[..text.len() - rest.len() + at];
        let begins_word = !before.ends_with(|it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$'));
        let is_in_name = before.matches('"').count() % 2 == 1;
        let (before, inside) = rest.split_at(at + "ptr<".len());
        let Some(end) = closing(inside).filter(|_| begins_word && !is_in_name) else {
            found.push_str(before);
            rest = inside;
            continue;
        };
        found.push_str(before.strip_suffix('<').unwrap_or(before));
        if let (_, Some(space)) = parts(&inside[..end]) {
            found.push_str(&format!("<{space}>"));
        }
        rest = &inside[end + 1..];
    }
    found + rest
}

/// The type and the address space between the angles of a pointer.
fn parts(inside: &str) -> (Option<&str>, Option<&str>) {
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    match inside.rsplit_once(',') {
        _ if is_number(inside.trim()) => (None, Some(inside.trim())),
        Some((element, space)) if is_number(space.trim()) => (Some(element.trim()), Some(space.trim())),
        _ => (Some(inside.trim()), None),
    }
}

/// The place where the angle bracket before the text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, it) in text.char_indices() {
        match it {
            '<' => depth += 1,
            '>' if before == '-' => {}
            '>' if depth == 0 => return Some(at),
            '>' => depth -= 1,
            // Names may hold anything.
            '"' | '#' => return None,
            _ => {}
        }
        before = it;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{element, modern_type};

    #[test]
    fn elements_go_and_address_spaces_stay() {
        let modern = |it: &str| modern_type(it).unwrap_or_else(|| "as it is".to_owned());
        assert_eq!(modern("!llvm.ptr<i8>"), "!llvm.ptr");
        assert_eq!(modern("!llvm.ptr<ptr<f32, 3>, 1>"), "!llvm.ptr<1>");
        assert_eq!(
            modern("!llvm.struct<(ptr<i8>, array<2 x ptr<func<void (i32)>>>)>"),
            "!llvm.struct<(ptr, array<2 x ptr>)>"
        );
        assert_eq!(modern("!llvm.func<void (ptr<i8>, ...)>"), "!llvm.func<void (ptr, ...)>");
        for today in ["!llvm.ptr", "!llvm.ptr<3>", "!llvm.struct<\"ptr<i8>\", (ptr)>", "!our.ptr<i8>"] {
            assert_eq!(modern(today), "as it is", "{today}");
        }
    }

    #[test]
    fn elements_stand_alone() {
        assert_eq!(element("!llvm.ptr<f32>").as_deref(), Some("f32"));
        assert_eq!(element("!llvm.ptr<ptr<i8>>").as_deref(), Some("!llvm.ptr"));
        assert_eq!(element("!llvm.ptr<array<4 x i8>, 3>").as_deref(), Some("!llvm.array<4 x i8>"));
        assert_eq!(element("!llvm.ptr<3>"), None);
    }
}
