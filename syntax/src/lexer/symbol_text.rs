//! `//` that is not a comment.
//!
//! MLIR finds the end of the body of a dialect's attribute or type by its brackets and strings alone: in
//! `#my.link<http://a.b/c>` no comment starts. The body's parser reads a comment there, as do we where the bracket that
//! closes it is on a later line.

/// The bytes that are looked at before and after the place; longer lines are not searched.
const MOST: usize = 1024;

/// Whether the `//` at a place is in the body of an attribute or a type that begins before it and ends after it, all on
/// one line.
pub(super) fn is_text(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let first = at.saturating_sub(MOST);
    let before = bytes.get(first..at).unwrap_or_default();
    let line = match before.iter().rposition(|it| *it == b'\n') {
        Some(newline) => first + newline + 1,
        None if first > 0 => first + string_before(before),
        None => first,
    };
    let behind = bytes.get(at..bytes.len().min(at + MOST)).unwrap_or_default();
    let end = behind.iter().position(|it| *it == b'\n').map_or(at + behind.len(), |it| at + it);
    let mut open: Vec<u8> = Vec::new();
    let mut place = line;
    while place < end {
        if open.is_empty() && place >= at {
            return false;
        }
        place = match open.is_empty() {
            true => outside(bytes, place, end, &mut open),
            false => inside(bytes, place, end, &mut open),
        };
        if open.is_empty() && place > at {
            return place <= end;
        }
    }
    false
}

/// How many bytes before a place are the rest of a string that began earlier, with its quote: the place itself is outside of
/// strings.
fn string_before(before: &[u8]) -> usize {
    let is_escaped = |at: usize| before[..at].iter().rev().take_while(|it| **it == b'\\').count() % 2 == 1;
    let mut quotes = memchr::memchr_iter(b'"', before).filter(|it| !is_escaped(*it));
    let Some(first) = quotes.next() else { return 0 };
    if quotes.count() % 2 == 0 { first + 1 } else { 0 }
}

/// Goes on after what is at a place outside of bodies: a string, the name of a symbol with its bracket, or one byte. A
/// string without an end is none that counts.
fn outside(bytes: &[u8], place: usize, end: usize, open: &mut Vec<u8>) -> usize {
    match bytes[place] {
        b'"' => string_end(bytes, place, end).unwrap_or(end + 1),
        b'#' | b'!' => {
            let is_name = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'$' | b'.' | b'-');
            let name = bytes[place + 1..end].iter().take_while(|it| is_name(it)).count();
            let behind = place + 1 + name;
            let starts = bytes.get(place + 1).is_some_and(|it| it.is_ascii_alphabetic() || *it == b'_');
            if starts && behind < end && bytes[behind] == b'<' {
                open.push(b'<');
                return behind + 1;
            }
            behind
        }
        _ => place + 1,
    }
}

/// The same inside of a body. What does not pair ends it without an end that counts: after the line.
fn inside(bytes: &[u8], place: usize, end: usize, open: &mut Vec<u8>) -> usize {
    let opening = match bytes[place] {
        it @ (b'<' | b'(' | b'[' | b'{') => {
            open.push(it);
            return place + 1;
        }
        b'"' => return string_end(bytes, place, end).unwrap_or(end),
        b'-' if bytes.get(place + 1) == Some(&b'>') => return place + 2,
        b'>' => b'<',
        b')' => b'(',
        b']' => b'[',
        b'}' => b'{',
        _ => return place + 1,
    };
    match open.pop() {
        Some(it) if it == opening => place + 1,
        _ => {
            open.clear();
            end + 1
        }
    }
}

/// After the quote that closes the string at a place.
fn string_end(bytes: &[u8], place: usize, end: usize) -> Option<usize> {
    let mut at = place + 1;
    while at < end {
        match bytes[at] {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{MOST, is_text};

    fn check(text: &str, expected: bool) {
        let at = text.find("//").unwrap();
        assert_eq!(is_text(text, at), expected, "{text}");
    }

    #[test]
    fn bodies_of_one_line() {
        check("#my.link<http://a.b/c>", true);
        check("x\n %v = a.b : !my<t a // b> // c", true);
        check("#a.b<[x // y], \"//\">", true);
        check("#a.b<(x // y) -> z>", true);
        check("#a.b<x> // y>", false);
        check("#a.b<x, // y\n z>", false);
        check("#a.b<{x, // y>", false);
        check("#a.b <x // y>", false);
        check("\"#a.b<\" // y>", false);
        check("#a.b<x, // see \"y>", false);
        check("// #a.b<x>", false);
        check("%0#1 < // y>", false);
    }

    #[test]
    fn behind_long_strings() {
        for (last, expected) in
            [("\"> : t // c", false), ("\\\"\", \"x\" : t // c", false), ("\", #a<b // c>", true)]
        {
            check(&format!("dense<\"{}{last}", "00".repeat(MOST)), expected);
            check(&format!("\"{}\"{}", "00".repeat(MOST), &last[last.find(['>', ',']).unwrap()..]), expected);
        }
        check(&format!("{} // c", "a, ".repeat(MOST)), false);
        check(&format!("{} \"b\", #a<b // c>", "a, ".repeat(MOST)), true);
    }
}
