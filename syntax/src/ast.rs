//! Typed views of the tree. A view is a node and nothing else; every accessor returns an `Option` or an iterator,
//! because in a broken text any child may be absent.

use crate::{SyntaxKind, SyntaxKind::*, SyntaxNode, SyntaxToken};

/// A typed view of a node.
pub trait AstNode: Sized {
    fn can_cast(kind: SyntaxKind) -> bool;
    fn cast(node: SyntaxNode) -> Option<Self>;
    fn syntax(&self) -> &SyntaxNode;
}

macro_rules! nodes {
    ($($(#[$doc:meta])* $name:ident = $($kind:ident)|+;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name(SyntaxNode);

        impl AstNode for $name {
            fn can_cast(kind: SyntaxKind) -> bool {
                matches!(kind, $($kind)|+)
            }

            fn cast(node: SyntaxNode) -> Option<Self> {
                Self::can_cast(node.kind()).then_some(Self(node))
            }

            fn syntax(&self) -> &SyntaxNode {
                &self.0
            }
        }
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

/// Any attribute; look at `syntax().kind()` to tell which.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Attribute(SyntaxNode);

/// Any affine expression; look at `syntax().kind()` to tell which.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AffineExpression(SyntaxNode);

macro_rules! node_classes {
    ($($name:ident: $is:ident;)*) => {$(
        impl AstNode for $name {
            fn can_cast(kind: SyntaxKind) -> bool {
                kind.$is()
            }

            fn cast(node: SyntaxNode) -> Option<Self> {
                Self::can_cast(node.kind()).then_some(Self(node))
            }

            fn syntax(&self) -> &SyntaxNode {
                &self.0
            }
        }
    )*};
}

node_classes! {
    Type: is_type;
    Attribute: is_attribute;
    AffineExpression: is_affine_expression;
}

/// The first child that is an `N`.
pub fn child<N: AstNode>(parent: &SyntaxNode) -> Option<N> {
    parent.children().find_map(N::cast)
}

/// All children that are `N`s, in order.
pub fn children<N: AstNode>(parent: &SyntaxNode) -> impl Iterator<Item = N> + use<N> {
    parent.children().filter_map(N::cast)
}

/// The first token of a kind among the children.
pub fn token(parent: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
    parent.children_with_tokens().filter_map(|it| it.into_token()).find(|it| it.kind() == kind)
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
        let mut found = Vec::new();
        visit_own(&self.0, &mut |node| {
            if let Some(region) = Region::cast(node.clone()) {
                found.push(region);
            }
        });
        found
    }

    /// Every use of a value outside the operation's regions, in text order.
    pub fn value_uses(&self) -> Vec<ValueUse> {
        let mut found = Vec::new();
        visit_own(&self.0, &mut |node| {
            if let Some(value) = ValueUse::cast(node.clone()) {
                found.push(value);
            }
        });
        found
    }

    pub fn is_generic(&self) -> bool {
        self.op_name().is_some_and(|it| token(it.syntax(), STRING).is_some())
    }

    pub fn is_opaque(&self) -> bool {
        child::<OpaqueBody>(&self.0).is_some()
    }
}

/// Calls `visit` for each node inside `node` in text order, without entering regions.
///
/// Depth is bounded by the parser's own bound on nesting.
fn visit_own(node: &SyntaxNode, visit: &mut impl FnMut(&SyntaxNode)) {
    for child in node.children() {
        visit(&child);
        if child.kind() != REGION {
            visit_own(&child, visit);
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
