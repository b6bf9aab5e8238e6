//! Blanks between two tokens of one line.

use syntax::SyntaxKind::{self, *};
use syntax::{SyntaxNode, SyntaxToken};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spacing {
    None,
    One,
    /// One where there is any.
    Collapsed,
    AsWritten,
}

/// Whether the gap before a token is in text that only a dialect reads, and may take word for word.
pub(super) fn is_verbatim(token: &SyntaxToken) -> bool {
    let start = token.text_range().start();
    token.parent_ancestors().take_while(|it| !matches!(it.kind(), REGION | PART)).any(|it| {
        matches!(it.kind(), OPAQUE_ANGLES | DIALECT_TYPE | DIALECT_ATTRIBUTE | RESOURCES | ERROR)
            && it.text_range().start() < start
    })
}

/// The spacing between two neighbours.
pub(super) fn spacing(left: &SyntaxToken, right: &SyntaxToken) -> Spacing {
    if right.kind() == COMMENT {
        // After code comments are often aligned, on purpose.
        let is_separate = left.text_range().end() < right.text_range().start();
        return if is_separate { Spacing::AsWritten } else { Spacing::One };
    }
    let (outer, left_parent, right_parent) = (common(left, right), parent_kind(left), parent_kind(right));
    if outer == Some(OPAQUE_BODY) {
        return Spacing::Collapsed;
    }
    match (left.kind(), right.kind()) {
        (_, COMMA) => Spacing::None,
        // `mlir-opt` prints flags and the parts of complex numbers without blanks.
        (COMMA, _) if left_parent == KEYWORD_ATTRIBUTE || is_in_pair(left) => Spacing::Collapsed,
        (COMMA, _) => Spacing::One,
        (L_PAREN | L_BRACKET, _) | (_, R_PAREN | R_BRACKET) => Spacing::None,
        (L_ANGLE, _) | (_, R_ANGLE) => Spacing::None,
        (_, L_ANGLE) if left_parent == OP_NAME => Spacing::One,
        // `fastmath<nnan>`, but `punctuation <comma>`.
        (BARE_ID, L_ANGLE) if right_parent == KEYWORD_ATTRIBUTE => Spacing::Collapsed,
        (BARE_ID, L_ANGLE) if right_parent.is_type() || right_parent.is_attribute() => Spacing::None,
        (L_BRACE, R_BRACE) => Spacing::AsWritten,
        // Unknown forms may write something that looks like another construct in their own way.
        (L_BRACE, _) if left_parent == DICTIONARY && is_in_opaque(left) => Spacing::Collapsed,
        (_, R_BRACE) if right_parent == DICTIONARY && is_in_opaque(right) => Spacing::Collapsed,
        (_, COLON) if right_parent == BLOCK_ARGUMENT && is_in_opaque(right) => Spacing::Collapsed,
        (L_BRACE, _) if left_parent == DICTIONARY => Spacing::None,
        (_, R_BRACE) if right_parent == DICTIONARY => Spacing::None,
        (L_BRACE, _) if left_parent == REGION => Spacing::One,
        (_, R_BRACE) if right_parent == REGION => Spacing::One,
        (_, L_BRACE) if matches!(right_parent, REGION | DICTIONARY) => Spacing::One,
        (R_BRACE, BARE_ID) => Spacing::One,
        (_, ARROW) | (ARROW, _) => Spacing::One,
        (_, EQ) if is_spaced_equals(right_parent) => Spacing::One,
        (EQ, _) if is_spaced_equals(left_parent) => Spacing::One,
        // Some words of a form have the colon for a part of them: `offset: [0]`, `default: ^bb1`.
        (BARE_ID, COLON) if left_parent == OPERATION && right_parent == OPERATION => Spacing::Collapsed,
        (INTEGER, COLON) if is_before_successor(right) => Spacing::Collapsed,
        (_, COLON) => before_colon(right_parent),
        (COLON, _) => behind_colon(left_parent),
        (_, _) if is_operator(left, left_parent) || is_operator(right, right_parent) => Spacing::One,
        (MINUS, _) if is_sign(left_parent) => Spacing::None,
        (DIMENSION_X, _) | (_, DIMENSION_X) => Spacing::None,
        (_, L_BRACKET) if starts(right, SUBSCRIPTS) && left.kind() != BARE_ID => Spacing::None,
        (R_ANGLE | HASH_ID, L_PAREN) if starts(right, DIM_OPERANDS) => Spacing::None,
        (R_PAREN, L_BRACKET) if starts(right, SYMBOL_OPERANDS) => Spacing::None,
        (AT_ID, L_PAREN) if starts(right, FUNCTION_SIGNATURE) => Spacing::None,
        (R_PAREN, L_BRACKET) if starts(right, AFFINE_SYMBOLS) => Spacing::None,
        _ => Spacing::Collapsed,
    }
}

fn parent_kind(token: &SyntaxToken) -> SyntaxKind {
    token.parent().map_or(ERROR, |it| it.kind())
}

/// The kind of the innermost node around both.
fn common(left: &SyntaxToken, right: &SyntaxToken) -> Option<SyntaxKind> {
    let start = left.text_range().start();
    let around = |it: &SyntaxNode| it.text_range().start() <= start;
    right.parent_ancestors().find(around).map(|it| it.kind())
}

fn is_spaced_equals(parent: SyntaxKind) -> bool {
    matches!(
        parent,
        OPERATION
            | OP_RESULTS
            | ATTRIBUTE_ENTRY
            | ITER_ARG
            | ATTRIBUTE_ALIAS_DEFINITION
            | TYPE_ALIAS_DEFINITION
    )
}

fn before_colon(parent: SyntaxKind) -> Spacing {
    match parent {
        OPERATION | INTEGER_SET | SUCCESSOR => Spacing::One,
        INTEGER_ATTRIBUTE | FLOAT_ATTRIBUTE | DENSE_ATTRIBUTE | STRING_ATTRIBUTE => Spacing::One,
        BLOCK_ARGUMENT | BLOCK_LABEL | DENSE_ARRAY_ATTRIBUTE | STRIDED_ATTRIBUTE | OP_RESULT => Spacing::None,
        _ => Spacing::AsWritten,
    }
}

fn behind_colon(parent: SyntaxKind) -> Spacing {
    match parent {
        OPERATION | INTEGER_SET | SUCCESSOR | BLOCK_ARGUMENT | BLOCK_LABEL => Spacing::One,
        INTEGER_ATTRIBUTE | FLOAT_ATTRIBUTE | DENSE_ATTRIBUTE | STRING_ATTRIBUTE => Spacing::One,
        DENSE_ARRAY_ATTRIBUTE | STRIDED_ATTRIBUTE => Spacing::One,
        OP_RESULT => Spacing::None,
        _ => Spacing::AsWritten,
    }
}

/// An operator between two operands of an affine expression or constraint.
fn is_operator(token: &SyntaxToken, parent: SyntaxKind) -> bool {
    match parent {
        AFFINE_BINARY => matches!(token.kind(), PLUS | MINUS | STAR | BARE_ID),
        AFFINE_CONSTRAINT => matches!(token.kind(), EQ_EQ | GT_EQ | LT_EQ),
        _ => false,
    }
}

/// Whether a token is in the body of an operation whose form is not known, and in no region of it.
fn is_in_opaque(token: &SyntaxToken) -> bool {
    token
        .parent_ancestors()
        .map(|it| it.kind())
        .take_while(|it| *it != REGION && *it != OPERATION)
        .any(|it| it == OPAQUE_BODY)
}

/// Whether a comma is between the parts of a complex number in a list of elements.
fn is_in_pair(comma: &SyntaxToken) -> bool {
    let before = std::iter::successors(comma.prev_token(), |it| it.prev_token()).take(4);
    matches!(parent_kind(comma), DENSE_ATTRIBUTE | SPARSE_ATTRIBUTE)
        && before
            .take_while(|it| matches!(it.kind(), INTEGER | FLOAT | MINUS | WHITESPACE | L_PAREN))
            .any(|it| it.kind() == L_PAREN)
}

/// Whether a colon is before the block that a case of a switch goes to.
fn is_before_successor(colon: &SyntaxToken) -> bool {
    let mut behind = std::iter::successors(colon.next_token(), |it| it.next_token());
    behind.find(|it| !it.kind().is_trivia()).is_some_and(|it| it.kind() == CARET_ID)
}

/// Whether a minus in such a node is the sign of what follows.
fn is_sign(parent: SyntaxKind) -> bool {
    matches!(
        parent,
        AFFINE_NEGATION | INTEGER_ATTRIBUTE | FLOAT_ATTRIBUTE | LOWER_BOUND | UPPER_BOUND | STEP | BASIS
    )
}

/// Whether the token is the first of a node of that kind.
fn starts(token: &SyntaxToken, kind: SyntaxKind) -> bool {
    let start = token.text_range().start();
    token.parent_ancestors().take_while(|it| it.text_range().start() == start).any(|it| it.kind() == kind)
}
