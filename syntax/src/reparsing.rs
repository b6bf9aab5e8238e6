//! Parsing again after an edit: one token, the smallest region around the edit, or everything.
//!
//! The result equals a parse of the whole text. A region can be parsed by itself because nothing outside looks at
//! more than its first tokens, and nothing inside at what is around it, as long as all braces have partners.

use rowan::{GreenNode, GreenToken, NodeOrToken};

use crate::{
    Parse, SyntaxError, SyntaxErrorCode,
    SyntaxKind::*,
    SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize, event, grammar,
    lexer::{self, Lexed},
    parse,
    parser::Parser,
};

/// What was parsed again, by its range before the edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reparsed {
    Token(TextRange),
    Region(TextRange),
    Everything,
}

pub(crate) fn reparse(before: &Parse, edit: &TextEdit) -> (Parse, Reparsed) {
    let root = before.syntax_node();
    if root.text_range().contains_range(edit.range) {
        let again = reparse_token(before, &root, edit).or_else(|| reparse_region(before, &root, edit));
        if let Some(again) = again {
            return again;
        }
    }
    let mut again = parse(&edit.apply(&before.text()));
    again.green = share(&before.green, again.green);
    (again, Reparsed::Everything)
}

/// Names of values, comments and blanks inside a line: their text means nothing to the parser.
fn reparse_token(before: &Parse, root: &SyntaxNode, edit: &TextEdit) -> Option<(Parse, Reparsed)> {
    let token = if edit.range.is_empty() {
        root.token_at_offset(edit.range.start())
            .find(|it| matches!(it.kind(), PERCENT_ID | COMMENT | WHITESPACE))?
    } else {
        root.covering_element(edit.range).into_token()?
    };
    let range = token.text_range();
    let text =
        TextEdit { range: edit.range - range.start(), insert: edit.insert.clone() }.apply(token.text());
    let fits = match token.kind() {
        PERCENT_ID => is_whole_token(&text, next_character(&token)) && !has_error_near(before, &token),
        COMMENT => {
            let lexed = lexer::lex(&text);
            let line = format!("\n{text}\n");
            lexed.kinds == [COMMENT] && lexer::lex(&line).kinds == [WHITESPACE, COMMENT, WHITESPACE]
        }
        WHITESPACE => range.start() > 0.into() && is_blank(token.text()) && is_blank(&text),
        _ => false,
    };
    if !fits {
        return None;
    }
    let end = range.end();
    let delta = Delta::new(range, &text);
    let green = token.replace_with(GreenToken::new(token.kind().into(), &text));
    let errors = before.errors.iter().map(|it| {
        let shift = |offset: TextSize| if offset >= end { delta.apply(offset) } else { offset };
        SyntaxError { range: TextRange::new(shift(it.range.start()), shift(it.range.end())), ..it.clone() }
    });
    Some((Parse { green, errors: errors.collect(), balanced: before.balanced }, Reparsed::Token(range)))
}

fn is_blank(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| matches!(it, b' ' | b'\t'))
}

fn is_whole_token(text: &str, next: Option<char>) -> bool {
    let mut extended = text.to_owned();
    extended.extend(next);
    let lexed = lexer::lex(&extended);
    lexed.kinds.first() == Some(&PERCENT_ID) && lexed.starts.get(1) == Some(&(text.len() as u32))
}

fn next_character(token: &SyntaxToken) -> Option<char> {
    token.next_token()?.text().chars().next()
}

/// Whether an error may depend on the token or quote it: one from the token before to the end of the statement.
fn has_error_near(before: &Parse, token: &SyntaxToken) -> bool {
    if before.errors.is_empty() {
        return false;
    }
    let mut previous = token.prev_token();
    while let Some(it) = previous.as_ref().filter(|it| it.kind().is_trivia()) {
        previous = it.prev_token();
    }
    let start = previous.map_or(0.into(), |it| it.text_range().start());
    let end = token
        .parent_ancestors()
        .find(|it| matches!(it.kind(), OPERATION | PART))
        .map_or(token.text_range().end(), |it| it.text_range().end());
    let near = TextRange::new(start, end.max(start));
    before.errors.iter().any(|it| it.range.intersect(near).is_some())
}

fn reparse_region(before: &Parse, root: &SyntaxNode, edit: &TextEdit) -> Option<(Parse, Reparsed)> {
    // Errors about what is around a region may stand inside it only with these codes.
    let knows_no_bounds = |it: &SyntaxError| {
        matches!(it.code, SyntaxErrorCode::NestingTooDeep | SyntaxErrorCode::LoopBlockLabel)
    };
    if !before.balanced || before.errors.iter().any(knows_no_bounds) {
        return None;
    }
    let innermost = match root.covering_element(edit.range) {
        NodeOrToken::Node(node) => node,
        NodeOrToken::Token(token) => token.parent()?,
    };
    innermost
        .ancestors()
        .filter(|it| it.kind() == REGION)
        .filter(|it| is_inside(it, edit.range))
        .find_map(|region| reparse_one(before, &region, edit))
}

/// Whether the edit leaves alone the region's braces and its first tokens, by which it is known as a region.
fn is_inside(region: &SyntaxNode, edit: TextRange) -> bool {
    let range = region.text_range();
    if edit.start() <= range.start() || edit.end() >= range.end() {
        return false;
    }
    let tokens = region.descendants_with_tokens().filter_map(|it| it.into_token());
    let mut tokens = tokens.filter(|it| !it.kind().is_trivia());
    let mut guard = range.start();
    let mut is_results = false;
    for n in 0.. {
        let Some(token) = tokens.next() else { return false };
        is_results |= n == 1 && token.kind() == PERCENT_ID;
        guard = token.text_range().end();
        if guard >= edit.start() {
            return false;
        }
        if n >= 3 && (!is_results || token.kind() == EQ) {
            break;
        }
        if n >= 2 && is_results && token.kind() == EQ {
            break;
        }
    }
    guard < edit.start()
}

fn reparse_one(before: &Parse, region: &SyntaxNode, edit: &TextEdit) -> Option<(Parse, Reparsed)> {
    let range = region.text_range();
    let old = region.text().to_string();
    let local = edit.range - range.start();
    if !old.is_char_boundary(local.start().into()) || !old.is_char_boundary(local.end().into()) {
        return None;
    }
    let text = TextEdit { range: local, insert: edit.insert.clone() }.apply(&old);
    let lexed = lexer::lex(&text);
    if !is_braced(&lexed) {
        return None;
    }
    // At least as deep as where the region stands, so that what is not too deep here is not too deep there.
    let depth = region.ancestors().count() as u32;
    let mut parser = Parser::new(&lexed);
    if !parser.start_region(depth) {
        return None;
    }
    grammar::region::region(&mut parser);
    let (events, inner) = parser.finish();
    if inner.iter().any(|it| it.code == SyntaxErrorCode::NestingTooDeep) {
        return None;
    }
    let green = region.replace_with(event::build(&lexed, events));

    let delta = Delta::new(range, &text);
    let is_within = |it: TextSize| range.start() < it && it < range.end();
    let mut errors = Vec::new();
    for error in before.errors.iter() {
        let ends_within = [error.range.start(), error.range.end()].map(is_within);
        match ends_within {
            [true, true] => continue,
            [false, false] => {}
            // What is around knows what is inside.
            _ => return None,
        }
        let shift = |offset: TextSize| if offset >= range.end() { delta.apply(offset) } else { offset };
        let range = TextRange::new(shift(error.range.start()), shift(error.range.end()));
        errors.push(SyntaxError { range, ..error.clone() });
    }
    errors.extend(inner.into_iter().map(|it| SyntaxError { range: it.range + range.start(), ..it }));
    errors.sort_by_key(|it| (it.range.start(), it.range.end()));
    Some((Parse { green, errors: errors.into(), balanced: true }, Reparsed::Region(range)))
}

/// Whether the text begins and ends with the braces of a region and no part of the file ends in it.
fn is_braced(lexed: &Lexed<'_>) -> bool {
    lexed.kinds.len() > 1
        && lexed.kinds.first() == Some(&L_BRACE)
        && lexed.kinds.last() == Some(&R_BRACE)
        && !lexed.kinds.contains(&SPLIT_MARKER)
}

/// How far an edit moves what is behind it.
#[derive(Clone, Copy)]
struct Delta {
    old: TextSize,
    new: TextSize,
}

impl Delta {
    fn new(old: TextRange, new: &str) -> Delta {
        Delta { old: old.len(), new: TextSize::of(new) }
    }

    fn apply(self, offset: TextSize) -> TextSize {
        offset + self.new - self.old
    }
}

/// The new tree with the old one's nodes where they are equal: the parts, and in the first part that differs the
/// operations before and behind the difference.
fn share(old: &GreenNode, new: GreenNode) -> GreenNode {
    share_children(old, &new, 2)
}

fn share_children(old: &rowan::GreenNodeData, new: &rowan::GreenNodeData, levels: u32) -> GreenNode {
    let same = |a: &NodeOrToken<&rowan::GreenNodeData, _>, b: &NodeOrToken<&rowan::GreenNodeData, _>| a == b;
    let old_children: Vec<_> = old.children().collect();
    let mut children: Vec<_> = new.children().collect();
    let prefix = old_children.iter().zip(&children).take_while(|(a, b)| same(a, b)).count();
    let most = old_children.len().min(children.len()) - prefix;
    let suffix = old_children
        .iter()
        .rev()
        .zip(children.iter().rev())
        .take(most)
        .take_while(|(a, b)| same(a, b))
        .count();
    children[..prefix].copy_from_slice(&old_children[..prefix]);
    let (old_tail, tail) = (old_children.len() - suffix, children.len() - suffix);
    children[tail..].copy_from_slice(&old_children[old_tail..]);
    let differs = prefix..tail;
    let owned = children.iter().enumerate().map(|(index, child)| match (child, old_children.get(index)) {
        (NodeOrToken::Node(new), Some(NodeOrToken::Node(old)))
            if levels > 1 && differs.contains(&index) && old.kind() == new.kind() =>
        {
            NodeOrToken::Node(share_children(old, new, levels - 1))
        }
        (NodeOrToken::Node(node), _) => NodeOrToken::Node((*node).to_owned()),
        (NodeOrToken::Token(token), _) => NodeOrToken::Token((*token).to_owned()),
    });
    GreenNode::new(new.kind(), owned.collect::<Vec<_>>())
}
