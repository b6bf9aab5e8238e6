//! Lines that are too long to be looked at.

use crate::lexer::Lexer;

/// The most tokens of a line, blanks not counted. The tree of a list with this many elements takes some 300 MB.
pub const MOST_TOKENS_OF_LINE: usize = 1 << 22;

/// The first line, counted from 0, with more than [`MOST_TOKENS_OF_LINE`] tokens.
pub fn overlong_line(text: &str) -> Option<usize> {
    line_with_more_tokens(text, MOST_TOKENS_OF_LINE)
}

/// A string or a comment is one token, however long it is.
fn line_with_more_tokens(text: &str, most: usize) -> Option<usize> {
    let mut start = 0;
    for (number, end) in memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]).enumerate() {
        let line = text.get(start..end).unwrap_or_default();
        // Few lines have as many bytes.
        if line.len() > most && Lexer::new(line).filter(|it| !it.0.is_trivia()).nth(most).is_some() {
            return Some(number);
        }
        start = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::line_with_more_tokens;

    #[test]
    fn tokens_count_and_bytes_do_not() {
        let list = "a = [1, 2, 3]\n";
        assert_eq!(line_with_more_tokens(list, 9), None);
        assert_eq!(line_with_more_tokens(list, 8), Some(0));
        assert_eq!(line_with_more_tokens(&format!("\n\r\n{}", list.trim_end()), 8), Some(2));
        assert_eq!(line_with_more_tokens(&list.repeat(100), 9), None);
        for long in
            [format!("x = \"{}\"", "1, ".repeat(100)), format!("// {}", "1, ".repeat(100)), " ".repeat(100)]
        {
            assert_eq!(line_with_more_tokens(&long, 9), None, "{long}");
        }
    }
}
