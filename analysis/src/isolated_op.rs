//! The isolated ops of a file: the pieces between which typing in one recomputes nothing of another.
//!
//! Which there are and what each holds are inputs, kept by [`crate::outline`]; a record has green nodes and no
//! position, and only the outermost queries ask where they start.

use crate::source_file::SourceFile;
use rowan::{GreenNode, GreenNodeData};
use salsa::Durability;
use smallvec::SmallVec;
use std::sync::Arc;
use syntax::{SyntaxNode, TextRange, TextSize, text_in, text_of};

/// A green node, equal to another at once where the pointers are.
#[derive(Debug, Clone, Eq)]
pub struct Green(pub(crate) GreenNode);

impl PartialEq for Green {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(&other.0) || self.0 == other.0
    }
}

impl Green {
    pub(crate) fn syntax_node(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.0.clone())
    }

    pub(crate) fn text(&self) -> String {
        text_of(&self.0)
    }

    /// The text of a range that counts from the node's start.
    pub(crate) fn text_in(&self, range: TextRange) -> String {
        text_in(&self.0, range)
    }

    /// Whether it is the very node.
    pub(crate) fn is_same(&self, other: &GreenNodeData) -> bool {
        std::ptr::eq::<GreenNodeData>(&*self.0, other)
    }
}

/// The text of one isolated op, or of all operations of a module body (or of the top level) that are not isolated.
#[salsa::input(debug)]
pub struct OpText {
    #[returns(ref)]
    pub(crate) identity: Identity,
    /// How many definitions of aliases stand before each root in its part. Of medium durability.
    #[returns(ref)]
    pub(crate) aliases_before: Box<[usize]>,
    /// The `OPERATION` nodes, in order.
    #[returns(ref)]
    pub(crate) roots: Box<[Green]>,
    /// Ranges of syntax errors but old spellings, which are read all the same: each in the root with the given index
    /// and relative to its start.
    #[returns(ref)]
    pub(crate) errors: Box<[(usize, TextRange)]>,
    /// Whether the operations are not isolated, and some text of the file did not parse: it may belong around them.
    #[returns(copy)]
    pub(crate) beside_errors: bool,
    /// Of medium durability.
    #[returns(ref)]
    pub(crate) surface: Surface,
    /// Counts the changes of the inputs of low durability.
    #[returns(copy)]
    pub(crate) revision: u64,
}

impl OpText {
    /// The same in another database, where it never changes.
    pub(crate) fn copy(self, from: &dyn salsa::Database, to: &dyn salsa::Database) -> Self {
        Self::builder(
            self.identity(from).clone(),
            self.aliases_before(from).clone(),
            self.roots(from).clone(),
            self.errors(from).clone(),
            self.beside_errors(from),
            self.surface(from).clone(),
            self.revision(from),
        )
        .durability(Durability::HIGH)
        .new(to)
    }
}

/// Where an isolated op belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The part, the enclosing modules, the operation and its symbol.
    pub(crate) name: Arc<str>,
    /// Index of the file's part, in which aliases and symbols are looked up.
    pub(crate) part: usize,
    /// The module whose symbols its operations see: the part and the enclosing modules.
    pub(crate) table: Arc<str>,
}

impl Identity {
    /// The operation and its symbol; empty for the operations of a module body that are not isolated.
    pub(crate) fn own_name(&self) -> &str {
        self.name.get(self.table.len() + 1..).unwrap_or_default()
    }
}

/// What the rest of the file sees of an isolated op.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Surface {
    /// The roots without their regions.
    pub(crate) heads: Box<[Head]>,
    /// Aliases that it names, sorted, each once.
    pub(crate) used_aliases: Box<[Box<str>]>,
    /// Aliases that it defines, where no definition belongs.
    pub(crate) defined_aliases: Box<[Box<str>]>,
}

/// A root without its regions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) node: Green,
    /// Whether a syntax error lies in it.
    pub(crate) is_broken: bool,
    /// Names of symbols that stand in its regions as if they defined something.
    pub(crate) inner_symbols: Box<[Box<str>]>,
}

/// One isolated op, or all operations of a module body (or of the top level) that are not isolated.
#[salsa::tracked(debug)]
pub(crate) struct IsolatedOp<'db> {
    #[returns(copy)]
    pub(crate) file: SourceFile,
    #[returns(copy)]
    pub(crate) text: OpText,
    /// See [`Identity::name`].
    #[returns(ref)]
    pub(crate) name: Arc<str>,
    /// See [`Identity::part`].
    #[returns(copy)]
    pub(crate) part: usize,
    /// See [`Identity::table`].
    #[returns(ref)]
    pub(crate) table: Arc<str>,
    /// See [`OpText::roots`].
    #[tracked]
    #[returns(ref)]
    pub(crate) roots: Box<[Green]>,
    /// See [`OpText::errors`].
    #[tracked]
    #[returns(ref)]
    pub(crate) errors: Box<[(usize, TextRange)]>,
}

/// The record of a text.
#[salsa::tracked(returns(copy))]
pub(crate) fn isolated_op(db: &dyn salsa::Database, text: OpText, file: SourceFile) -> IsolatedOp<'_> {
    let Identity { name, part, table } = text.identity(db).clone();
    IsolatedOp::new(db, file, text, name, part, table, text.roots(db).clone(), text.errors(db).clone())
}

/// The records of a file, in text order of their first roots.
#[salsa::tracked(returns(ref))]
pub(crate) fn isolated_ops(db: &dyn salsa::Database, file: SourceFile) -> Box<[IsolatedOp<'_>]> {
    file.op_texts(db).iter().map(|it| isolated_op(db, *it, file)).collect()
}

/// Where the roots of a record start, in order.
pub(crate) type RootStarts = SmallVec<[TextSize; 1]>;

/// Where the roots of each record start, in the order of [`isolated_ops`].
pub(crate) fn isolated_op_starts(db: &dyn salsa::Database, file: SourceFile) -> &[RootStarts] {
    file.starts(db)
}
