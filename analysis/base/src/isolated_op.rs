//! The isolated ops of a file: the pieces between which typing in one recomputes nothing of another.
//!
//! Which there are and what each holds are inputs, kept by [`crate::outline`]; a record has green nodes and no
//! position, and only the outermost queries ask where they start.

use crate::at_once::takes_long;
use crate::source_file::SourceFile;
use rowan::{GreenNode, GreenNodeData};
use salsa::Durability;
use smallvec::SmallVec;
use std::sync::Arc;
use syntax::{SyntaxNode, TextRange, TextSize, text_in, text_of};

/// A green node.
#[derive(Debug, Clone, Eq)]
pub struct Green(pub GreenNode);

impl PartialEq for Green {
    fn eq(&self, other: &Self) -> bool {
        syntax::is_equal(&self.0, &other.0)
    }
}

impl Green {
    pub fn syntax_node(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.0.clone())
    }

    pub fn text(&self) -> String {
        text_of(&self.0)
    }

    /// The text of a range that counts from the node's start.
    pub fn text_in(&self, range: TextRange) -> String {
        text_in(&self.0, range)
    }

    /// Whether it is the very node.
    pub fn is_same(&self, other: &GreenNodeData) -> bool {
        std::ptr::eq::<GreenNodeData>(&*self.0, other)
    }
}

/// The text of one isolated op, or of all operations of a module body (or of the top level) that are not isolated.
#[salsa::input(debug)]
pub struct OpText {
    #[returns(ref)]
    pub identity: Identity,
    /// How many definitions of aliases are before each root in its part. Of medium durability.
    #[returns(ref)]
    pub aliases_before: Box<[usize]>,
    /// The `OPERATION` nodes, in order.
    #[returns(ref)]
    pub roots: Box<[Green]>,
    /// Ranges of syntax errors but old spellings, which are read all the same: each in the root with the given index
    /// and relative to its start.
    #[returns(ref)]
    pub errors: Box<[(usize, TextRange)]>,
    /// Whether the operations are not isolated, and some text of the file did not parse: it may belong around them.
    #[returns(copy)]
    pub beside_errors: bool,
    /// Of medium durability.
    #[returns(ref)]
    pub signature: Signature,
    /// Counts the changes of the inputs of low durability.
    #[returns(copy)]
    pub revision: u64,
}

impl OpText {
    /// The same in another database, where it never changes.
    pub fn copy(self, from: &dyn salsa::Database, to: &dyn salsa::Database) -> Self {
        Self::builder(
            self.identity(from).clone(),
            self.aliases_before(from).clone(),
            self.roots(from).clone(),
            self.errors(from).clone(),
            self.beside_errors(from),
            self.signature(from).clone(),
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
    pub name: Arc<str>,
    /// Index of the file's part, in which aliases and symbols are looked up.
    pub part: usize,
    /// The module whose symbols its operations see: the part and the enclosing modules.
    pub table: Arc<str>,
}

impl Identity {
    /// The operation and its symbol; empty for the operations of a module body that are not isolated.
    pub fn own_name(&self) -> &str {
        self.name.get(self.table.len() + 1..).unwrap_or_default()
    }
}

/// The part of an isolated op that the rest of the file sees.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Signature {
    /// The roots without their regions.
    pub heads: Box<[Head]>,
    /// Aliases that it names, sorted, each once.
    pub used_aliases: Box<[Box<str>]>,
    /// Aliases that it defines, where no definition belongs.
    pub defined_aliases: Box<[Box<str>]>,
}

/// A root without its regions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub node: Green,
    /// Whether a syntax error lies in it.
    pub is_broken: bool,
    /// Names of symbols that are in its regions as if they defined something.
    pub inner_symbols: Box<[Box<str>]>,
}

/// One isolated op, or all operations of a module body (or of the top level) that are not isolated.
#[salsa::tracked(debug)]
pub struct IsolatedOp<'db> {
    #[returns(copy)]
    pub file: SourceFile,
    #[returns(copy)]
    pub text: OpText,
    /// See [`Identity::name`].
    #[returns(ref)]
    pub name: Arc<str>,
    /// See [`Identity::part`].
    #[returns(copy)]
    pub part: usize,
    /// See [`Identity::table`].
    #[returns(ref)]
    pub table: Arc<str>,
    /// See [`OpText::roots`].
    #[tracked]
    #[returns(ref)]
    pub roots: Box<[Green]>,
    /// See [`OpText::errors`].
    #[tracked]
    #[returns(ref)]
    pub errors: Box<[(usize, TextRange)]>,
}

impl<'db> IsolatedOp<'db> {
    /// The record of the same operations written differently; only a query can make it.
    pub fn written_as(
        self,
        db: &'db dyn salsa::Database,
        roots: Box<[Green]>,
        errors: Box<[(usize, TextRange)]>,
    ) -> Self {
        let (name, table) = (self.name(db).clone(), self.table(db).clone());
        IsolatedOp::new(db, self.file(db), self.text(db), name, self.part(db), table, roots, errors)
    }
}

/// The record of a text.
#[salsa::tracked(returns(copy))]
pub fn isolated_op(db: &dyn salsa::Database, text: OpText, file: SourceFile) -> IsolatedOp<'_> {
    let Identity { name, part, table } = text.identity(db).clone();
    IsolatedOp::new(db, file, text, name, part, table, text.roots(db).clone(), text.errors(db).clone())
}

/// The records of a file, in text order of their first roots.
#[salsa::tracked(returns(ref))]
pub fn isolated_ops(db: &dyn salsa::Database, file: SourceFile) -> Box<[IsolatedOp<'_>]> {
    takes_long(db);
    file.op_texts(db).iter().map(|it| isolated_op(db, *it, file)).collect()
}

/// This many isolated ops are many: of each of them, little may be kept that is large.
pub const MANY_OPS: usize = 32;

/// Whether the isolated ops of a file are not many.
#[salsa::tracked(returns(copy))]
pub fn has_few_ops(db: &dyn salsa::Database, file: SourceFile) -> bool {
    file.op_texts(db).len() < MANY_OPS
}

/// Where the roots of a record start, in order.
pub type RootStarts = SmallVec<[TextSize; 1]>;

/// Where the roots of each record start, in the order of [`isolated_ops`].
pub fn isolated_op_starts(db: &dyn salsa::Database, file: SourceFile) -> &[RootStarts] {
    file.starts(db)
}
