//! A green node and where it starts: steps through a tree without allocating a cursor for each piece.
//!
//! Knows nothing of what is around a node; who asks for that takes a [`SyntaxNode`].

use rowan::{GreenNodeData, GreenTokenData, Language, NodeOrToken};

use crate::{MlirLanguage, SyntaxKind, SyntaxKind::*, SyntaxNode, TextRange, TextSize};

#[derive(Clone, Copy)]
pub struct Located<'a> {
    pub green: &'a GreenNodeData,
    pub start: TextSize,
}

/// A green token and where it starts.
#[derive(Clone, Copy)]
pub struct LocatedToken<'a> {
    pub green: &'a GreenTokenData,
    pub start: TextSize,
}

pub type LocatedElement<'a> = NodeOrToken<Located<'a>, LocatedToken<'a>>;

impl<'a> From<&'a SyntaxNode> for Located<'a> {
    fn from(node: &'a SyntaxNode) -> Self {
        Self { green: node.green(), start: node.text_range().start() }
    }
}

impl<'a> From<&Located<'a>> for Located<'a> {
    fn from(node: &Located<'a>) -> Self {
        *node
    }
}

impl<'a> Located<'a> {
    /// The name of an `OPERATION` as it is written, without the quotes of the generic form.
    pub fn op_name(self) -> &'a str {
        let name = self.child(OP_NAME);
        let written = name.and_then(|it| it.token_text(BARE_ID).or_else(|| it.token_text(STRING)));
        written.map(|it| it.trim_matches('"')).unwrap_or_default()
    }

    /// The root of a tree.
    pub fn root(green: &'a GreenNodeData) -> Self {
        Self { green, start: TextSize::default() }
    }

    #[inline]
    pub fn kind(self) -> SyntaxKind {
        MlirLanguage::kind_from_raw(self.green.kind())
    }

    #[inline]
    pub fn text_range(self) -> TextRange {
        TextRange::at(self.start, self.green.text_len())
    }

    /// The text without blanks at its ends.
    pub fn trimmed_text(self) -> std::borrow::Cow<'a, str> {
        let mut children = self.green.children();
        match (children.next(), children.next()) {
            (Some(NodeOrToken::Token(token)), None) => token.text().trim().into(),
            (Some(NodeOrToken::Node(green)), None) => Self { green, start: self.start }.trimmed_text(),
            _ => {
                let text = crate::text_of(self.green);
                match text.trim() {
                    trimmed if trimmed.len() == text.len() => text.into(),
                    trimmed => trimmed.to_owned().into(),
                }
            }
        }
    }

    /// The range without trivia at its ends; empty, at the start, where there is nothing else.
    pub fn trimmed_range(self) -> TextRange {
        let range = self.text_range();
        let (before, is_blank) = trivia::<false>(self.green);
        if is_blank {
            return TextRange::empty(range.start());
        }
        let (behind, _) = trivia::<true>(self.green);
        TextRange::new(range.start() + before, range.end() - behind)
    }

    /// The nodes and tokens right below, in text order.
    #[inline]
    pub fn children_with_tokens(self) -> impl Iterator<Item = LocatedElement<'a>> {
        let mut end = self.start;
        self.green.children().map(move |child| {
            let start = end;
            match child {
                NodeOrToken::Node(green) => {
                    end += green.text_len();
                    NodeOrToken::Node(Self { green, start })
                }
                NodeOrToken::Token(green) => {
                    end += green.text_len();
                    NodeOrToken::Token(LocatedToken { green, start })
                }
            }
        })
    }

    /// The nodes right below, in text order.
    #[inline]
    pub fn children(self) -> impl Iterator<Item = Self> {
        self.children_with_tokens().filter_map(NodeOrToken::into_node)
    }

    #[inline]
    pub fn children_of_kind(self, kind: SyntaxKind) -> impl Iterator<Item = Self> {
        self.children().filter(move |it| it.kind() == kind)
    }

    /// The first child of a kind.
    #[inline]
    pub fn child(self, kind: SyntaxKind) -> Option<Self> {
        self.children_of_kind(kind).next()
    }

    /// The children that are types.
    pub fn types(self) -> impl Iterator<Item = Self> {
        self.children().filter(|it| it.kind().is_type())
    }

    /// The children that are attributes.
    pub fn attributes(self) -> impl Iterator<Item = Self> {
        self.children().filter(|it| it.kind().is_attribute())
    }

    /// The children that are affine expressions.
    pub fn affine_expressions(self) -> impl Iterator<Item = Self> {
        self.children().filter(|it| it.kind().is_affine_expression())
    }

    /// The tokens right below.
    #[inline]
    pub fn tokens(self) -> impl Iterator<Item = LocatedToken<'a>> {
        self.children_with_tokens().filter_map(NodeOrToken::into_token)
    }

    /// The first token of a kind among the children.
    #[inline]
    pub fn token(self, kind: SyntaxKind) -> Option<LocatedToken<'a>> {
        self.tokens().find(|it| it.kind() == kind)
    }

    /// The text of the first token of a kind among the children.
    pub fn token_text(self, kind: SyntaxKind) -> Option<&'a str> {
        self.token(kind).map(LocatedToken::text)
    }

    /// Whether the node has the keyword among its own tokens.
    pub fn has_keyword(self, keyword: &str) -> bool {
        self.tokens().any(|it| it.kind() == BARE_ID && it.text() == keyword)
    }

    /// All tokens inside, in text order. Recursion follows the tree, whose depth the parser bounds.
    pub fn for_each_token(self, visit: &mut impl FnMut(LocatedToken<'a>)) {
        for child in self.children_with_tokens() {
            match child {
                NodeOrToken::Node(node) => node.for_each_token(visit),
                NodeOrToken::Token(token) => visit(token),
            }
        }
    }

    /// Visits the tokens that touch the range, in order. Nodes beside it are not entered. Recursion follows the tree, whose
    /// depth the parser bounds.
    pub fn for_each_token_in(self, range: TextRange, visit: &mut impl FnMut(LocatedToken<'a>)) {
        for child in self.children_with_tokens() {
            match child {
                LocatedElement::Token(it) if it.text_range().intersect(range).is_some() => visit(it),
                LocatedElement::Node(it) if it.text_range().intersect(range).is_some() => {
                    it.for_each_token_in(range, visit);
                }
                _ => {}
            }
        }
    }

    pub fn for_each_own(self, visit: &mut impl FnMut(Self)) {
        for child in self.children() {
            visit(child);
            if child.kind() != REGION {
                child.for_each_own(visit);
            }
        }
    }

    /// The nodes of a kind inside, as [`Located::for_each_own`] has them.
    pub fn own(self, kind: SyntaxKind) -> Vec<Self> {
        let mut found = Vec::new();
        self.for_each_own(&mut |it| found.extend(Some(it).filter(|it| it.kind() == kind)));
        found
    }

    /// The first of the node and those inside it, in text order, that is of a wanted kind. The parser bounds the depth.
    pub fn find(self, is_wanted: fn(SyntaxKind) -> bool) -> Option<Self> {
        match is_wanted(self.kind()) {
            true => Some(self),
            false => self.children().find_map(|it| it.find(is_wanted)),
        }
    }

    /// Whether it is the very node.
    pub fn is_same(self, other: &GreenNodeData) -> bool {
        std::ptr::eq(self.green, other)
    }
}

impl<'a> LocatedToken<'a> {
    #[inline]
    pub fn kind(self) -> SyntaxKind {
        MlirLanguage::kind_from_raw(self.green.kind())
    }

    #[inline]
    pub fn text(self) -> &'a str {
        self.green.text()
    }

    #[inline]
    pub fn text_range(self) -> TextRange {
        TextRange::at(self.start, self.green.text_len())
    }
}

/// How much trivia is at the start or the end, and whether there is nothing else. The parser bounds the depth.
fn trivia<const AT_END: bool>(node: &GreenNodeData) -> (TextSize, bool) {
    let mut length = TextSize::default();
    let mut children = node.children();
    while let Some(child) = if AT_END { children.next_back() } else { children.next() } {
        match child {
            NodeOrToken::Node(child) => {
                let (inner, is_blank) = trivia::<AT_END>(child);
                length += inner;
                if !is_blank {
                    return (length, false);
                }
            }
            NodeOrToken::Token(token) if MlirLanguage::kind_from_raw(token.kind()).is_trivia() => {
                length += token.text_len();
            }
            NodeOrToken::Token(_) => return (length, false),
        }
    }
    (length, true)
}
