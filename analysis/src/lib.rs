//! Every semantic query over a file of MLIR: what its values and types are, which rules it breaks, which iterations
//! depend on which, and which transformations are legal.
//!
//! Speaks offsets, labels and text edits; knows no protocol, no file system and no serialisation.
//! [`Host`] is the one writer; [`Analysis`] is a snapshot that any thread may read and must drop soon: the next
//! write waits for it.

mod actions;
mod affine;
mod alias_rules;
mod alias_uses;
mod aliases;
mod bands;
mod block_memory;
mod calls;
mod database;
mod default_dialect;
mod dependence;
mod diagnostic;
mod diagnostics;
mod dma;
mod dominance;
mod fixes;
#[cfg(test)]
mod fixture;
mod function_report;
mod ide;
mod inherent_attributes;
mod ir;
mod isolated_op;
mod legacy;
mod literals;
mod loops;
mod map_operands;
mod map_text;
mod memory_effects;
mod op_rules;
mod operand_types;
mod outline;
mod report;
mod rewrite;
mod rule_context;
mod rules;
mod source_file;
mod symbol_rules;
mod symbol_table;
mod type_text;
mod types;
mod undefined_names;
mod value_expression;
mod yields;

pub use database::ExecutionLog;
pub use diagnostic::{Diagnostic, Fix, Page, Related, Severity};
pub use diagnostics::{Depth, Most};
pub use ide::{
    CodeLens, DocumentSymbol, Hover, InlayHint, InlayHintKind, NavigationTarget, Reference, SymbolKind,
};
pub use presburger::Integer;
pub use report::*;
pub use salsa::Cancelled;
pub use source_file::{Settings, SourceFile};
pub use syntax::{Parse, TextEdit, TextRange, TextSize};

use database::RootDatabase;
use diagnostics::KeptFindings;
use outline::Outline;
use rustc_hash::FxHashMap;
use salsa::Setter;
use source_file::SettingsInput;
use std::sync::Arc;

/// Owns the database; the only one that changes inputs.
pub struct Host {
    db: RootDatabase,
    outlines: FxHashMap<SourceFile, Outline>,
    kept: Arc<KeptFindings>,
}

impl Default for Host {
    fn default() -> Self {
        Self::new()
    }
}

impl Host {
    pub fn new() -> Self {
        Self::with_database(RootDatabase::default())
    }

    /// A host whose queries write down that they ran.
    pub fn with_execution_log(log: ExecutionLog) -> Self {
        Self::with_database(RootDatabase::with_execution_log(log))
    }

    fn with_database(db: RootDatabase) -> Self {
        SettingsInput::new(&db, Settings::default());
        Self { db, outlines: FxHashMap::default(), kept: Arc::default() }
    }

    /// Adds a file with this text.
    pub fn add_file(&mut self, text: &str) -> SourceFile {
        let file = SourceFile::empty(&self.db);
        self.set_text(file, text);
        file
    }

    /// Replaces a file's whole text.
    pub fn set_text(&mut self, file: SourceFile, text: &str) {
        self.set_parse(file, syntax::parse(text));
    }

    /// Applies one edit and reparses the smallest piece that it allows.
    pub fn edit(&mut self, file: SourceFile, edit: &TextEdit) {
        let parse = file.parse(&self.db).reparse(edit);
        self.set_parse(file, parse);
    }

    fn set_parse(&mut self, file: SourceFile, parse: Parse) {
        self.outlines.entry(file).or_default().update(&mut self.db, file, parse);
    }

    pub fn set_settings(&mut self, settings: Settings) {
        let input = SettingsInput::get(&self.db);
        input.set_settings(&mut self.db).with_durability(salsa::Durability::HIGH).to(settings);
        self.kept.clear();
    }

    /// A snapshot of the present state.
    pub fn analysis(&self) -> Analysis {
        Analysis { db: self.db.clone(), kept: self.kept.clone() }
    }
}

/// A snapshot. Queries unwind with [`Cancelled`] when the host wants to write: run them inside [`Cancelled::catch`].
#[derive(Clone)]
pub struct Analysis {
    db: RootDatabase,
    kept: Arc<KeptFindings>,
}

impl Analysis {
    /// Everything that is wrong or could be better in the file, in text order.
    pub fn diagnostics(&self, file: SourceFile) -> Vec<Diagnostic> {
        diagnostics::diagnostics(&self.db, file, &self.kept, Depth::Full, None)
    }

    /// As [`Analysis::diagnostics`], but not more than `most`, and what takes longer only at [`Depth::Full`].
    pub fn some_diagnostics(&self, file: SourceFile, depth: Depth, most: Most) -> Vec<Diagnostic> {
        diagnostics::diagnostics(&self.db, file, &self.kept, depth, Some(most))
    }

    /// As [`Analysis::diagnostics`], with all that could be done about each. Takes longer: fixes are looked for one by
    /// one.
    pub fn diagnostics_with_fixes(&self, file: SourceFile) -> Vec<Diagnostic> {
        diagnostics::diagnostics_with_fixes(&self.db, file, &self.kept)
    }

    /// What is known about the thing at the offset, in Markdown, and the range it is about.
    pub fn hover(&self, file: SourceFile, offset: TextSize) -> Option<Hover> {
        ide::hover(&self.db, file, offset)
    }

    /// Where the name at the offset is defined.
    pub fn definition(&self, file: SourceFile, offset: TextSize) -> Vec<NavigationTarget> {
        ide::definition(&self.db, file, offset)
    }

    /// Every place that names the thing at the offset, in text order; its definition is among them and marked.
    pub fn references(&self, file: SourceFile, offset: TextSize) -> Vec<Reference> {
        ide::references(&self.db, file, offset)
    }

    /// The outline: functions, loops inside them, aliases, blocks.
    pub fn document_symbols(&self, file: SourceFile) -> Vec<DocumentSymbol> {
        ide::document_symbols(&self.db, file)
    }

    /// The actions that concern the range: quick fixes of its diagnostics, and transformations of the loops and
    /// accesses that it touches. Nothing is rewritten until [`Analysis::resolve_action`] is asked.
    pub fn actions(&self, file: SourceFile, range: TextRange) -> Vec<Action> {
        actions::actions(&self.db, file, &self.kept, range)
    }

    /// The edits of an action that [`Analysis::actions`] offered on the same text; `None` if it is no longer offered.
    pub fn resolve_action(&self, file: SourceFile, id: &ActionId) -> Option<Vec<TextEdit>> {
        actions::resolve(&self.db, file, &self.kept, id)
    }

    /// Memory accesses and their dependences, per function.
    pub fn dependences(&self, file: SourceFile) -> Vec<FunctionDependences> {
        function_report::function_dependences(&self.db, file)
    }

    /// Loops with their trip counts, what they carry and reduce, and how their accesses move, per function.
    pub fn loops(&self, file: SourceFile) -> Vec<FunctionLoops> {
        loops::function_loops(&self.db, file)
    }

    /// What stands above each loop: parallel, what it carries, what it reduces.
    pub fn code_lenses(&self, file: SourceFile) -> Vec<CodeLens> {
        ide::code_lenses(&self.db, file)
    }

    /// Trip counts and distances inside the range, in text order.
    pub fn inlay_hints(&self, file: SourceFile, range: TextRange) -> Vec<InlayHint> {
        ide::inlay_hints(&self.db, file, range)
    }

    /// The constraint systems behind the access at the offset and its dependences.
    pub fn polyhedra(&self, file: SourceFile, offset: TextSize) -> Option<AccessPolyhedra> {
        ide::polyhedra(&self.db, file, offset)
    }

    /// The iterations of the loops around the offset and the dependences between them: at most `limit` points and as
    /// many arrows. Symbols have the values of `symbols` by name, `%n`, else 8.
    pub fn iteration_space(
        &self,
        file: SourceFile,
        offset: TextSize,
        symbols: &FxHashMap<String, i64>,
        limit: usize,
    ) -> Option<IterationSpace> {
        ide::iteration_space(&self.db, file, offset, symbols, limit)
    }

    /// Producer and consumer pairs with the cost of every depth, per function.
    pub fn fusion(&self, file: SourceFile) -> Vec<FunctionFusion> {
        actions::fuse::function_fusion(&self.db, file)
    }

    /// The lossless tree, for debugging.
    pub fn syntax_tree(&self, file: SourceFile) -> String {
        format!("{:#?}", file.parse(&self.db).syntax_node())
    }

    /// Cancels the queries of this snapshot from another thread.
    pub fn cancellation_token(&self) -> salsa::CancellationToken {
        salsa::Database::cancellation_token(&self.db)
    }
}

/// The page of a diagnostic code.
pub fn explain(code: &str) -> Option<Page> {
    diagnostics::explain(code)
}

/// All diagnostic codes, sorted.
pub fn codes() -> Vec<&'static str> {
    diagnostics::codes()
}

/// Names one offered action within one state of one file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ActionId(pub String);

/// An action of the light bulb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    pub id: ActionId,
    /// `quickfix` or `refactor.rewrite.affine.…`
    pub kind: &'static str,
    pub title: String,
    /// The code of the diagnostic that it fixes.
    pub diagnostic: Option<&'static str>,
    /// Whether it is the one to take when there are several.
    pub preferred: bool,
    /// Why it cannot be applied.
    pub disabled: Option<String>,
    /// What it would rewrite, for `--at` and for the client's sorting.
    pub range: TextRange,
}
