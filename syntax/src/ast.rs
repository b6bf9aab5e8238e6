//! Typed views of the tree. A view is a node and nothing else; every accessor returns an `Option` or an iterator,
//! because in a broken text any child may be absent.

use crate::{
    Located, MlirLanguage, SyntaxElement, SyntaxKind, SyntaxKind::*, SyntaxNode, SyntaxToken, TextRange,
    TextSize,
};
use std::cell::OnceCell;

use rowan::{GreenNodeData, GreenTokenData, Language, NodeOrToken};

/// A typed view of a node.
pub trait AstNode: Sized {
    fn can_cast(kind: SyntaxKind) -> bool;
    fn cast(node: SyntaxNode) -> Option<Self>;
    fn syntax(&self) -> &SyntaxNode;
}

macro_rules! ast_node {
    ($name:ident, |$kind:ident| $is:expr) => {
        impl AstNode for $name {
            fn can_cast($kind: SyntaxKind) -> bool {
                $is
            }

            fn cast(node: SyntaxNode) -> Option<Self> {
                Self::can_cast(node.kind()).then_some(Self(node))
            }

            fn syntax(&self) -> &SyntaxNode {
                &self.0
            }
        }

        impl<'a> From<&'a $name> for Located<'a> {
            fn from(view: &'a $name) -> Self {
                Located::from(&view.0)
            }
        }
    };
}

macro_rules! nodes {
    ($($(#[$doc:meta])* $name:ident = $($kind:ident)|+;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name(SyntaxNode);

        ast_node!($name, |kind| matches!(kind, $($kind)|+));
    )*};
}

nodes! {
    SourceFile = SOURCE_FILE;
    Part = PART;
    AttributeAliasDefinition = ATTRIBUTE_ALIAS_DEFINITION;
    TypeAliasDefinition = TYPE_ALIAS_DEFINITION;
    Operation = OPERATION;
    OpResults = OP_RESULTS;
    OpResult = OP_RESULT;
    OpName = OP_NAME;
    OpaqueBody = OPAQUE_BODY;
    ValueUse = VALUE_USE;
    OperandGroup = OPERAND_GROUP | OPERAND_LIST | DIM_OPERANDS | SYMBOL_OPERANDS;
    TypeGroup = TYPE_GROUP | TYPE_LIST;
    Successor = SUCCESSOR;
    Region = REGION;
    Block = BLOCK;
    BlockLabel = BLOCK_LABEL;
    BlockArgument = BLOCK_ARGUMENT;
    FunctionSignature = FUNCTION_SIGNATURE;
    SymbolName = SYMBOL_NAME;
    Bound = LOWER_BOUND | UPPER_BOUND;
    Step = STEP;
    IterArgs = ITER_ARGS;
    IterArg = ITER_ARG;
    ResultTypes = RESULT_TYPES;
    MapApplication = MAP_APPLICATION;
    Subscripts = SUBSCRIPTS;
    ParallelBounds = PARALLEL_BOUNDS;
    ParallelBound = PARALLEL_BOUND;
    Basis = BASIS;
    AffineMap = AFFINE_MAP;
    IntegerSet = INTEGER_SET;
    AffineConstraint = AFFINE_CONSTRAINT;
    AffineParameter = AFFINE_PARAMETER;
    Dictionary = DICTIONARY;
    AttributeEntry = ATTRIBUTE_ENTRY;
    SymbolReference = SYMBOL_REFERENCE;
    FunctionType = FUNCTION_TYPE;
    Dimensions = DIMENSIONS;
    Dimension = DIMENSION;
}

/// Any type; look at `syntax().kind()` to tell which.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Type(SyntaxNode);
ast_node!(Type, |kind| kind.is_type());

/// Any attribute; look at `syntax().kind()` to tell which.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Attribute(SyntaxNode);
ast_node!(Attribute, |kind| kind.is_attribute());

/// Any affine expression; look at `syntax().kind()` to tell which.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AffineExpression(SyntaxNode);
ast_node!(AffineExpression, |kind| kind.is_affine_expression());

/// The first child that is an `N`.
pub fn child<N: AstNode>(parent: &SyntaxNode) -> Option<N> {
    N::cast(nodes(parent, N::can_cast).next()?)
}

/// All children that are `N`s, in order.
pub fn children<N: AstNode>(parent: &SyntaxNode) -> impl Iterator<Item = N> + use<N> {
    nodes(parent, N::can_cast).filter_map(N::cast)
}

/// The children of some kinds, in order. They are looked for among the green nodes: a step from one child to the next
/// would allocate each of them.
pub fn nodes<F: Fn(SyntaxKind) -> bool>(
    parent: &SyntaxNode,
    is_wanted: F,
) -> impl Iterator<Item = SyntaxNode> + use<F> {
    let parent = parent.clone();
    let mut index = 0;
    let mut offset = parent.text_range().start();
    std::iter::from_fn(move || {
        for child in parent.green().children().skip(index) {
            index += 1;
            let range = TextRange::at(offset, element_len(&child));
            offset = range.end();
            if let NodeOrToken::Node(green) = child
                && is_wanted(MlirLanguage::kind_from_raw(green.kind()))
            {
                return child_at(&parent, index - 1, range).and_then(SyntaxElement::into_node);
            }
        }
        None
    })
}

/// The first token of a kind among the children.
pub fn token(parent: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
    let mut offset = parent.text_range().start();
    for (index, child) in parent.green().children().enumerate() {
        let range = TextRange::at(offset, element_len(&child));
        offset = range.end();
        if let NodeOrToken::Token(green) = child
            && MlirLanguage::kind_from_raw(green.kind()) == kind
        {
            return child_at(parent, index, range)?.into_token();
        }
    }
    None
}

type GreenChild<'a> = NodeOrToken<&'a GreenNodeData, &'a GreenTokenData>;

fn element_len(child: &GreenChild<'_>) -> TextSize {
    match child {
        NodeOrToken::Node(node) => node.text_len(),
        NodeOrToken::Token(token) => token.text_len(),
    }
}

fn child_at(parent: &SyntaxNode, index: usize, range: TextRange) -> Option<SyntaxElement> {
    // A child without text has the place of its neighbour.
    match range.is_empty() {
        true => parent.children_with_tokens().nth(index),
        false => parent.child_or_token_at_range(range),
    }
}

/// Whether the node has the keyword among its own tokens.
pub fn has_keyword(parent: &SyntaxNode, keyword: &str) -> bool {
    parent
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .any(|it| it.kind() == BARE_ID && it.text() == keyword)
}

impl SourceFile {
    /// The root of a tree, which is always a source file.
    pub(crate) fn from_root(root: SyntaxNode) -> SourceFile {
        SourceFile(root)
    }
}

impl Operation {
    pub fn results(&self) -> impl Iterator<Item = OpResult> + use<> {
        child::<OpResults>(&self.0).into_iter().flat_map(|list| children(list.syntax()))
    }

    pub fn op_name(&self) -> Option<OpName> {
        child(&self.0)
    }

    /// The operation's regions, in order, however deep inside its pieces; not those of nested operations.
    pub fn regions(&self) -> Vec<Region> {
        own(&self.0, REGION).into_iter().map(Region).collect()
    }

    /// Every use of a value outside the operation's regions, in text order.
    pub fn value_uses(&self) -> Vec<ValueUse> {
        own(&self.0, VALUE_USE).into_iter().map(ValueUse).collect()
    }

    pub fn is_generic(&self) -> bool {
        self.op_name().is_some_and(|it| token(it.syntax(), STRING).is_some())
    }

    pub fn is_opaque(&self) -> bool {
        child::<OpaqueBody>(&self.0).is_some()
    }
}

/// The nodes of a kind inside a node in text order, without those inside its regions.
///
/// Depth is bounded by the parser's own bound on nesting.
pub fn own(node: &SyntaxNode, kind: SyntaxKind) -> Vec<SyntaxNode> {
    let mut found = Vec::new();
    let place =
        LazyNode { parent: None, index: 0, range: node.text_range(), node: OnceCell::from(node.clone()) };
    place.collect(node.green(), kind, &mut found);
    found
}

/// A node below another, whose cursor is made on demand.
struct LazyNode<'a> {
    parent: Option<&'a LazyNode<'a>>,
    index: usize,
    range: TextRange,
    node: OnceCell<SyntaxNode>,
}

impl LazyNode<'_> {
    fn node(&self) -> Option<&SyntaxNode> {
        if self.node.get().is_none() {
            let child = child_at(self.parent?.node()?, self.index, self.range)?.into_node()?;
            let _ = self.node.set(child);
        }
        self.node.get()
    }

    fn collect(&self, green: &GreenNodeData, kind: SyntaxKind, found: &mut Vec<SyntaxNode>) {
        let mut offset = self.range.start();
        for (index, child) in green.children().enumerate() {
            let range = TextRange::at(offset, element_len(&child));
            offset = range.end();
            let NodeOrToken::Node(green) = child else { continue };
            let child_kind = MlirLanguage::kind_from_raw(green.kind());
            let child = LazyNode { parent: Some(self), index, range, node: OnceCell::new() };
            if child_kind == kind {
                found.extend(child.node().cloned());
            }
            if child_kind != REGION {
                child.collect(green, kind, found);
            }
        }
    }
}

impl OpName {
    /// The operation's full name without quotes, as written: `affine.for`.
    pub fn text(&self) -> String {
        if let Some(token) = token(&self.0, BARE_ID) {
            return token.text().to_owned();
        }
        token(&self.0, STRING).map(|it| it.text().trim_matches('"').to_owned()).unwrap_or_default()
    }
}

impl OpResult {
    pub fn name(&self) -> Option<SyntaxToken> {
        token(&self.0, PERCENT_ID)
    }
}

impl ValueUse {
    pub fn name(&self) -> Option<SyntaxToken> {
        token(&self.0, PERCENT_ID)
    }

    /// The `#1` of `%0#1`.
    pub fn result_number(&self) -> Option<SyntaxToken> {
        token(&self.0, HASH_ID)
    }
}

impl Region {
    pub fn blocks(&self) -> impl Iterator<Item = Block> + use<> {
        children(&self.0)
    }
}

impl Block {
    pub fn label(&self) -> Option<BlockLabel> {
        child(&self.0)
    }

    pub fn operations(&self) -> impl Iterator<Item = Operation> + use<> {
        children(&self.0)
    }
}

impl BlockArgument {
    pub fn name(&self) -> Option<SyntaxToken> {
        token(&self.0, PERCENT_ID)
    }

    pub fn ty(&self) -> Option<Type> {
        child(&self.0)
    }
}
