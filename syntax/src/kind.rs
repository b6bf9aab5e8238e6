//! The kinds of tokens and nodes, and the shape of the tree.
//!
//! Nodes list their children in order; trivia (`WHITESPACE`, `COMMENT`) may be between any two tokens.
//! `X?` may be absent, `X*` repeats, `X,*` repeats with commas. In a broken text every child may be absent.

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A kind of token or node.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(non_camel_case_types, reason = "kinds are written as in every rowan tree")]
        #[repr(u16)]
        pub enum SyntaxKind { $($(#[$doc])* $name,)* }

        const ALL: &[SyntaxKind] = &[$(SyntaxKind::$name,)*];
    };
}

kinds! {
    /// End of the input; never in a tree.
    EOF,

    // Trivia.
    WHITESPACE,
    /// `// …` up to, and without, the line's end.
    COMMENT,
    /// Splits a file into parts: `// -----` at the end of a line, whatever is before it. Blanks after it are not part
    /// of the token. With anything else after it, as more dashes, it is a comment: the next part would begin with that.
    SPLIT_MARKER,

    // Names.
    /// `affine.for`, `f32`, `x`: letters, digits, `_`, `$`, `.`.
    BARE_ID,
    /// `%0`, `%arg`. A result number (`#1`) is a `HASH_ID` of its own, which follows without space.
    PERCENT_ID,
    /// `^bb0`
    CARET_ID,
    /// `@name`, `@"any name"`
    AT_ID,
    /// `#map`, `#dialect.attr`, `#1`
    HASH_ID,
    /// `!type`, `!dialect.type`
    EXCLAMATION_ID,

    // Literals.
    /// `42`, `0x2A`
    INTEGER,
    /// `1.0`, `1.5e-3`
    FLOAT,
    STRING,

    // Punctuation.
    L_PAREN, R_PAREN, L_BRACE, R_BRACE, L_BRACKET, R_BRACKET, L_ANGLE, R_ANGLE,
    COMMA, COLON, EQ, EQ_EQ, GT_EQ, LT_EQ, PLUS, MINUS, STAR, SLASH, QUESTION, PIPE, ARROW, ELLIPSIS, COLON_COLON, AMP,
    /// `{-#` and `#-}`
    RESOURCES_START, RESOURCES_END,
    /// Text that is not a token of MLIR.
    UNEXPECTED,

    // Structure.
    /// `PART` (`SPLIT_MARKER` `PART`)*
    SOURCE_FILE,
    /// (`OPERATION` | `ATTRIBUTE_ALIAS_DEFINITION` | `TYPE_ALIAS_DEFINITION` | `RESOURCES` | `ERROR`)*
    PART,
    /// Tokens that fit nowhere. Never holds a whole operation.
    ERROR,
    /// `HASH_ID` `=` attribute
    ATTRIBUTE_ALIAS_DEFINITION,
    /// `EXCLAMATION_ID` `=` (`type`)? type
    TYPE_ALIAS_DEFINITION,
    /// `{-#` … `#-}`
    RESOURCES,

    /// `OP_RESULTS`? `OP_NAME` pieces* `TRAILING_LOCATION`?
    ///
    /// The pieces of the generic form: `OPERAND_LIST` `SUCCESSOR_LIST`? `PROPERTIES`? `REGION_LIST`?
    /// `DICTIONARY`? `:` `FUNCTION_TYPE`. Those of a custom form are listed at its dialect's grammar;
    /// what every custom form shares: each operand is a `VALUE_USE`, directly or inside one of the nodes
    /// below, a variadic operand is an `OPERAND_GROUP`, its list of types a `TYPE_GROUP`, regions are
    /// `REGION`s, attributes `ATTRIBUTE`s or a `DICTIONARY`, keywords `BARE_ID`s.
    /// An operation whose dialect is not known has one `OPAQUE_BODY` for all its pieces.
    OPERATION,
    /// `OP_RESULT`,* `=`
    OP_RESULTS,
    /// `PERCENT_ID` (`:` `INTEGER`)?
    OP_RESULT,
    /// `STRING` (generic form) or `BARE_ID` (custom form)
    OP_NAME,
    /// (tokens | `VALUE_USE` | `REGION` | `DICTIONARY` | `SUCCESSOR` | `SYMBOL_REFERENCE` | attributes |
    /// `BLOCK_ARGUMENT` | `FUNCTION_TYPE` | types)*: as much as can be parsed without knowing the dialect.
    OPAQUE_BODY,
    /// `loc` `(` location `)`
    TRAILING_LOCATION,

    /// `PERCENT_ID` `HASH_ID`?
    VALUE_USE,
    /// `(` `VALUE_USE`,* `)`
    OPERAND_LIST,
    /// `VALUE_USE`,* without brackets of its own; may be empty, and is then there with no token.
    OPERAND_GROUP,
    /// type,* without brackets of its own
    TYPE_GROUP,
    /// `[` `SUCCESSOR`,* `]`
    SUCCESSOR_LIST,
    /// `CARET_ID` (`(` `OPERAND_GROUP` (`:` `TYPE_GROUP`)? `)`)?
    SUCCESSOR,
    /// `<` `DICTIONARY` `>`
    PROPERTIES,
    /// `(` `REGION`,* `)`
    REGION_LIST,
    /// `{` `BLOCK`* `}`
    REGION,
    /// `BLOCK_LABEL`? `OPERATION`*
    BLOCK,
    /// `CARET_ID` `BLOCK_ARGUMENT_LIST`? `:`
    BLOCK_LABEL,
    /// `(` `BLOCK_ARGUMENT`,* `)`
    BLOCK_ARGUMENT_LIST,
    /// `PERCENT_ID` (`:` type)? `DICTIONARY`? `TRAILING_LOCATION`?: a definition of a block argument,
    /// wherever it is (labels, function signatures, induction variables, iteration arguments).
    BLOCK_ARGUMENT,

    /// Of `func.func` and its like: (`BLOCK_ARGUMENT_LIST` | `FUNCTION_INPUT_TYPES`) (`->` `FUNCTION_RESULTS`)?
    FUNCTION_SIGNATURE,
    /// `(` (type `DICTIONARY`?),* `...`? `)`: a signature without argument names
    FUNCTION_INPUT_TYPES,
    /// type or `(` (type `DICTIONARY`?),* `)`
    FUNCTION_RESULTS,
    /// `AT_ID` where an operation defines a symbol
    SYMBOL_NAME,

    // Pieces of the affine custom forms.
    /// Lower bound of `affine.for`: `max`? (`INTEGER` with optional `-` | `VALUE_USE` | `MAP_APPLICATION` |
    /// `ATTRIBUTE_ALIAS` of an integer)
    LOWER_BOUND,
    /// Upper bound of `affine.for`: `min`? (…)
    UPPER_BOUND,
    /// `step` `INTEGER` (with optional `-`), or for `affine.parallel` `step` `(` affine expression,* `)`
    STEP,
    /// `iter_args` `(` `ITER_ARG`,* `)`
    ITER_ARGS,
    /// `BLOCK_ARGUMENT` `=` `VALUE_USE`
    ITER_ARG,
    /// `->` type or `->` `(` type,* `)`: result types of loops, ifs and calls
    RESULT_TYPES,
    /// attribute `DIM_OPERANDS` `SYMBOL_OPERANDS`?: a map or set (inline or alias) and what it is called with
    MAP_APPLICATION,
    /// `(` `VALUE_USE`,* `)`
    DIM_OPERANDS,
    /// `[` `VALUE_USE`,* `]`
    SYMBOL_OPERANDS,
    /// `[` affine expression,* `]`: subscripts over SSA values
    SUBSCRIPTS,
    /// The bounds of `affine.parallel`: `(` (`PARALLEL_BOUND` | affine expression),* `)`
    PARALLEL_BOUNDS,
    /// (`min`|`max`) `(` affine expression,* `)`
    PARALLEL_BOUND,
    /// `(` `STRING`,* `)` after `reduce`
    REDUCTIONS,
    /// `(` (`VALUE_USE` | `INTEGER` with optional `-`),* `)` of the linearize and delinearize operations
    BASIS,
    /// `[` …,* `]` of mixed operands and integers, as `memref.subview` has them
    MIXED_LIST,

    // Affine maps and sets.
    /// `AFFINE_DIMENSIONS` `AFFINE_SYMBOLS`? `->` `AFFINE_RESULTS`
    AFFINE_MAP,
    /// `AFFINE_DIMENSIONS` `AFFINE_SYMBOLS`? `:` `(` `AFFINE_CONSTRAINT`,* `)`
    INTEGER_SET,
    /// `(` `AFFINE_PARAMETER`,* `)`
    AFFINE_DIMENSIONS,
    /// `[` `AFFINE_PARAMETER`,* `]`
    AFFINE_SYMBOLS,
    /// `BARE_ID`
    AFFINE_PARAMETER,
    /// `(` affine expression,* `)`
    AFFINE_RESULTS,
    /// expression (`>=` | `<=` | `==`) expression
    AFFINE_CONSTRAINT,
    /// expression (`+` | `-` | `*` | `floordiv` | `ceildiv` | `mod`) expression
    AFFINE_BINARY,
    /// `-` expression
    AFFINE_NEGATION,
    /// `(` expression `)`
    AFFINE_PARENTHESES,
    /// `INTEGER`
    AFFINE_CONSTANT,
    /// `BARE_ID`
    AFFINE_IDENTIFIER,
    /// `VALUE_USE`
    AFFINE_VALUE,
    /// `symbol` `(` `VALUE_USE` `)`
    AFFINE_SYMBOL_VALUE,

    // Attributes.
    /// `{` `ATTRIBUTE_ENTRY`,* `}`
    DICTIONARY,
    /// (`BARE_ID` | `STRING`) (`=` attribute)?
    ATTRIBUTE_ENTRY,
    /// `-`? `INTEGER` (`:` type)?
    INTEGER_ATTRIBUTE,
    /// `-`? (`FLOAT` | hexadecimal `INTEGER`) (`:` type)?
    FLOAT_ATTRIBUTE,
    /// (`true` | `false`) (`:` type)?, the type only where it is written by mistake
    BOOL_ATTRIBUTE,
    /// `STRING` (`:` type)?
    STRING_ATTRIBUTE,
    /// `unit`
    UNIT_ATTRIBUTE,
    TYPE_ATTRIBUTE,
    /// `[` attribute,* `]`
    ARRAY_ATTRIBUTE,
    /// `dense` `<` … `>` (`:` type)?
    DENSE_ATTRIBUTE,
    /// `array` `<` type (`:` …)? `>`
    DENSE_ARRAY_ATTRIBUTE,
    DENSE_RESOURCE_ATTRIBUTE,
    SPARSE_ATTRIBUTE,
    /// `strided` `<` … `>`
    STRIDED_ATTRIBUTE,
    /// `distinct` `[` `INTEGER` `]` `<` … `>`
    DISTINCT_ATTRIBUTE,
    /// `affine_map` `<` `AFFINE_MAP` `>`
    AFFINE_MAP_ATTRIBUTE,
    /// `affine_set` `<` `INTEGER_SET` `>`
    INTEGER_SET_ATTRIBUTE,
    /// `AT_ID` (`::` `AT_ID`)*
    SYMBOL_REFERENCE,
    /// `HASH_ID` without a dot
    ATTRIBUTE_ALIAS,
    /// `HASH_ID` with a dot, and an optional balanced body `<…>`
    DIALECT_ATTRIBUTE,
    /// `loc` `(` … `)`
    LOCATION_ATTRIBUTE,
    /// A keyword that is as an attribute of a custom form (`eq` of `arith.cmpi`), or `<kind>`
    KEYWORD_ATTRIBUTE,
    /// A balanced body between angle brackets that only its dialect can read.
    OPAQUE_ANGLES,
    /// The same, read by the format of the type or attribute.
    SYMBOL_BODY,

    // Types.
    /// `i32`, `f32`, `index`, `none`, … : `BARE_ID`
    SIMPLE_TYPE,
    /// `memref` `<` `DIMENSIONS`? element type (`,` layout or memory space attribute)* `>`
    MEMREF_TYPE,
    /// `tensor` `<` `DIMENSIONS`? element type (`,` encoding)? `>`
    TENSOR_TYPE,
    /// `vector` `<` `DIMENSIONS`? element type `>`
    VECTOR_TYPE,
    /// `tuple` `<` type,* `>`
    TUPLE_TYPE,
    /// `complex` `<` type `>`
    COMPLEX_TYPE,
    /// (type | `(` type,* `)`) `->` (type | `(` type,* `)`): `TYPE_LIST` `->` (`TYPE_LIST` | type)
    FUNCTION_TYPE,
    /// `(` type,* `)`
    TYPE_LIST,
    /// `EXCLAMATION_ID` without a dot
    TYPE_ALIAS,
    /// `EXCLAMATION_ID` with a dot, or a dialect's bare name, and an optional body `<…>`
    DIALECT_TYPE,
    /// (`DIMENSION` `x`)*, or `*` `x` of an unranked type. The `x`s are `DIMENSION_X` tokens.
    DIMENSIONS,
    /// `INTEGER`, `?`, or `[` `INTEGER` `]` (scalable)
    DIMENSION,
    /// The `x` between dimensions
    DIMENSION_X,
}

impl SyntaxKind {
    /// Spaces and comments, which are between any two tokens.
    pub fn is_trivia(self) -> bool {
        matches!(self, Self::WHITESPACE | Self::COMMENT)
    }

    /// The names that definitions introduce and uses repeat: `%a`, `^a`, `@a`, `#a`, `!a`.
    pub fn is_sigil_name(self) -> bool {
        matches!(self, Self::PERCENT_ID | Self::CARET_ID | Self::AT_ID | Self::HASH_ID | Self::EXCLAMATION_ID)
    }

    /// Nodes that are types.
    pub fn is_type(self) -> bool {
        (Self::SIMPLE_TYPE..=Self::FUNCTION_TYPE).contains(&self)
            || matches!(self, Self::TYPE_ALIAS | Self::DIALECT_TYPE)
    }

    /// Nodes that are attributes.
    pub fn is_attribute(self) -> bool {
        self == Self::DICTIONARY || (Self::INTEGER_ATTRIBUTE..=Self::KEYWORD_ATTRIBUTE).contains(&self)
    }

    /// Nodes that are affine expressions.
    pub fn is_affine_expression(self) -> bool {
        (Self::AFFINE_BINARY..=Self::AFFINE_SYMBOL_VALUE).contains(&self)
    }
}

impl From<SyntaxKind> for rowan::SyntaxKind {
    fn from(kind: SyntaxKind) -> Self {
        rowan::SyntaxKind(kind as u16)
    }
}

/// MLIR's text, as rowan's type parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MlirLanguage {}

impl rowan::Language for MlirLanguage {
    type Kind = SyntaxKind;

    #[inline]
    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        ALL.get(usize::from(raw.0)).copied().unwrap_or(SyntaxKind::ERROR)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        kind.into()
    }
}
