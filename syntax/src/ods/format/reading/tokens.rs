//! The words of ODS's `assemblyFormat`.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// In backquotes.
    Literal(&'a str),
    /// `$x`
    Variable(&'a str),
    Word(&'a str),
    String(&'a str),
    Punctuation(char),
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let quoted = |rest: &'_ str| rest.find(first).ok_or_else(|| format!("{first} is not closed"));
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        let word_end = |text: &str| {
            let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-');
            text.find(|it| !is_part(it)).unwrap_or(text.len())
        };
        let (token, behind) = match first {
            '`' | '"' => {
                let (inside, behind) = after.split_at(quoted(after)?);
                let token = if first == '`' { Token::Literal(inside) } else { Token::String(inside) };
                (token, behind.get(1..).unwrap_or_default())
            }
            '$' => {
                let (name, behind) = after.split_at(word_end(after));
                (Token::Variable(name), behind)
            }
            _ if first.is_ascii_alphabetic() => {
                let (word, behind) = rest.split_at(word_end(rest));
                (Token::Word(word), behind)
            }
            _ => (Token::Punctuation(first), after),
        };
        // `` ` ` `` and its like are for the printer.
        if !matches!(token, Token::Literal(text) if text.trim().is_empty() || text == "\\n") {
            found.push(token);
        }
        rest = behind.trim_start();
    }
    Ok(found)
}
