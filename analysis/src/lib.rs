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
mod file_text;
mod finding;
mod fixes;
#[cfg(test)]
mod fixture;
mod formatting;
mod function_report;
mod ide;
mod inherent_attributes;
mod ir;
mod isolated_op;
mod legacy;
mod lifetime;
mod literals;
mod loops;
mod map_operands;
mod map_text;
mod memory;
mod memory_effects;
mod op_rules;
mod operand_types;
mod outline;
mod registry;
mod report;
mod rewrite;
mod rule_context;
mod rules;
mod source_file;
mod symbol_rules;
mod symbol_table;
mod temporary;
mod type_text;
mod types;
mod undefined_names;
mod value_expression;
mod yields;

pub use database::ExecutionLog;
pub use diagnostic::{Diagnostic, Fix, Page, Related, Severity};
pub use diagnostics::{Depth, Most};
pub use ide::{
    CallItem, Calls, CodeLens, CompletionItem, CompletionKind, DocumentLink, DocumentSymbol, FoldingKind,
    FoldingRange, Highlight, Hover, InlayHint, InlayHintKind, NavigationTarget, Reference, RenameTarget,
    SemanticKind, SemanticModifiers, SemanticToken, SignatureHelp, SymbolKind,
};
pub use presburger::Integer;
pub use report::*;
pub use salsa::Cancelled;
pub use source_file::{Pairs, Settings, SourceFile};
pub use syntax::ods;
pub use syntax::{Parse, STACK_BYTES, TextEdit, TextRange, TextSize};

use actions::WithheldActions;
pub use actions::{NoEdit, Withheld, action_kinds};
use database::RootDatabase;
use diagnostics::KeptFindings;
use outline::Outline;
use registry::{RegistryInput, registry};
use rules::codes;
use rustc_hash::FxHashMap;
use salsa::Setter;
use source_file::SettingsInput;
use std::sync::Arc;
use syntax::ods::Registry;

/// Owns the database; the only one that changes inputs.
pub struct Host {
    db: RootDatabase,
    outlines: FxHashMap<SourceFile, Outline>,
    kept: Arc<KeptFindings>,
    withheld: Arc<WithheldActions>,
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
        RegistryInput::create(&db, Arc::clone(Registry::builtin()));
        Self { db, outlines: FxHashMap::default(), kept: Arc::default(), withheld: Arc::default() }
    }

    /// Adds a file that is parsed already.
    fn add_parse(&mut self, parse: Parse) -> SourceFile {
        let file = SourceFile::empty(&self.db);
        self.set_parse(file, parse);
        file
    }

    /// Adds a file with this text.
    pub fn add_file(&mut self, text: &str) -> SourceFile {
        self.add_parse(syntax::parse_with(text, registry(&self.db)))
    }

    /// Replaces a file's whole text.
    pub fn set_text(&mut self, file: SourceFile, text: &str) {
        self.set_parse(file, syntax::parse_with(text, registry(&self.db)));
    }

    /// Empties a file that nobody needs now, and lets go of what was computed about its text.
    ///
    /// The database drops an answer when it has another one, so the questions that keep much are asked of the empty text.
    pub fn clear_file(&mut self, file: SourceFile) {
        self.set_text(file, "");
        self.kept.forget(file);
        let analysis = self.analysis();
        analysis.diagnostics(file);
        analysis.document_symbols(file, usize::MAX);
        analysis.folding_ranges(file);
    }

    /// Applies one edit and reparses the smallest piece that it allows.
    pub fn edit(&mut self, file: SourceFile, edit: &TextEdit) {
        let parse = file.parse(&self.db).reparse(edit);
        self.set_parse(file, parse);
    }

    fn set_parse(&mut self, file: SourceFile, parse: Parse) {
        self.withheld.forget(file);
        self.outlines.entry(file).or_default().update(&mut self.db, file, parse);
    }

    pub fn set_settings(&mut self, settings: Settings) {
        let input = SettingsInput::get(&self.db);
        input.set_settings(&mut self.db).with_durability(salsa::Durability::HIGH).to(settings);
        self.kept.clear();
    }

    /// Sets what is known of operations. Files are to be added, or set, afterwards.
    pub fn set_registry(&mut self, registry: Arc<Registry>) {
        let input = RegistryInput::get(&self.db);
        input.set_registry(&mut self.db).with_durability(salsa::Durability::HIGH).to(registry);
        self.kept.clear();
    }

    /// A snapshot of the present state.
    pub fn analysis(&self) -> Analysis {
        Analysis { db: self.db.clone(), kept: self.kept.clone(), withheld: self.withheld.clone() }
    }
}

/// A snapshot. Queries unwind with [`Cancelled`] when the host wants to write: run them inside [`Cancelled::catch`].
#[derive(Clone)]
pub struct Analysis {
    db: RootDatabase,
    kept: Arc<KeptFindings>,
    withheld: Arc<WithheldActions>,
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

    /// The bodies of the symbol at the offset: its own, else those of its name in other parts of the file and in the
    /// other files.
    pub fn implementations(
        &self,
        file: SourceFile,
        offset: TextSize,
        others: &[SourceFile],
    ) -> Vec<(SourceFile, NavigationTarget)> {
        ide::implementations(&self.db, file, offset, others)
    }

    /// Every place that names the thing at the offset, in text order; its definition is among them and marked.
    pub fn references(&self, file: SourceFile, offset: TextSize) -> Vec<Reference> {
        ide::references(&self.db, file, offset)
    }

    /// The aliases that the type of the value at the offset is written with.
    pub fn type_definition(&self, file: SourceFile, offset: TextSize) -> Vec<NavigationTarget> {
        ide::type_definition(&self.db, file, offset)
    }

    /// The places that name the thing at the offset, in text order, those that write it marked.
    pub fn document_highlights(&self, file: SourceFile, offset: TextSize) -> Vec<Highlight> {
        ide::document_highlights(&self.db, file, offset)
    }

    /// Whether the thing at the offset can be renamed; else why not.
    pub fn prepare_rename(&self, file: SourceFile, offset: TextSize) -> Result<RenameTarget, String> {
        ide::prepare_rename(&self.db, file, offset)
    }

    /// The edits that give the thing at the offset another name, written with or without its sigil; else why there
    /// are none.
    pub fn rename(
        &self,
        file: SourceFile,
        offset: TextSize,
        new_name: &str,
    ) -> Result<Vec<TextEdit>, String> {
        ide::rename(&self.db, file, offset, new_name)
    }

    /// The places of a name that may be edited together; empty where nothing is linked.
    pub fn linked_editing_ranges(&self, file: SourceFile, offset: TextSize) -> Vec<TextRange> {
        ide::linked_editing_ranges(&self.db, file, offset)
    }

    /// The function that the name at the offset stands for.
    pub fn call_item(&self, file: SourceFile, offset: TextSize) -> Option<CallItem> {
        ide::call_item(&self.db, file, offset)
    }

    /// The functions that name the one at the offset.
    pub fn incoming_calls(&self, file: SourceFile, offset: TextSize) -> Vec<Calls> {
        ide::incoming_calls(&self.db, file, offset)
    }

    /// The functions that the one at the offset names.
    pub fn outgoing_calls(&self, file: SourceFile, offset: TextSize) -> Vec<Calls> {
        ide::outgoing_calls(&self.db, file, offset)
    }

    /// The files that locations name.
    pub fn document_links(&self, file: SourceFile) -> Vec<DocumentLink> {
        ide::document_links(&self.db, file)
    }

    /// What can be folded, in text order.
    pub fn folding_ranges(&self, file: SourceFile) -> Vec<FoldingRange> {
        ide::folding_ranges(&self.db, file)
    }

    /// The ranges around the offset by syntax, each inside the next.
    pub fn selection_ranges(&self, file: SourceFile, offset: TextSize) -> Vec<TextRange> {
        ide::selection_ranges(&self.db, file, offset)
    }

    /// What the words that touch a range are, in text order.
    pub fn semantic_tokens(&self, file: SourceFile, range: TextRange) -> Vec<SemanticToken> {
        ide::semantic_tokens(&self.db, file, range)
    }

    /// The operands of the operation, call or map around the offset, and which of them stands there.
    pub fn signature_help(&self, file: SourceFile, offset: TextSize) -> Option<SignatureHelp> {
        ide::signature_help(&self.db, file, offset)
    }

    /// The outline: functions, aliases, and of the loops and blocks inside the functions as many levels as have at most
    /// `most` entries together with the functions.
    pub fn document_symbols(&self, file: SourceFile, most: usize) -> Vec<DocumentSymbol> {
        ide::document_symbols(&self.db, file, most)
    }

    /// The actions that concern the range: quick fixes of its diagnostics, and transformations of the loops and
    /// accesses that it touches. Nothing is rewritten until [`Analysis::resolve_action`] is asked.
    pub fn actions(&self, file: SourceFile, range: TextRange) -> Vec<Action> {
        let mut found = actions::actions(&self.db, file, &self.kept, range);
        self.withheld.disable(file, &mut found);
        found
    }

    /// The edits of an action that [`Analysis::actions`] offered on the same text. They were checked: their result has
    /// no error that the text does not have.
    pub fn resolve_action(&self, file: SourceFile, id: &ActionId) -> Result<Vec<TextEdit>, NoEdit> {
        let edits = actions::resolve(&self.db, file, &self.kept, id);
        if let Err(NoEdit::Withheld(withheld)) = &edits {
            self.withheld.insert(file, id, withheld.reason());
        }
        edits
    }

    /// Memory accesses and their dependences, per function, with what is known of the values that flow.
    pub fn dependences(&self, file: SourceFile) -> Vec<FunctionDependences> {
        function_report::function_dependences(&self.db, file, None, true)
    }

    /// As [`Analysis::dependences`], without the flow of values, which costs several times as much as all else.
    pub fn memory_dependences(&self, file: SourceFile) -> Vec<FunctionDependences> {
        function_report::function_dependences(&self.db, file, None, false)
    }

    /// As [`Analysis::dependences`], of the functions that the range touches.
    pub fn dependences_touching(&self, file: SourceFile, range: TextRange) -> Vec<FunctionDependences> {
        function_report::function_dependences(&self.db, file, Some(range), true)
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

    /// What may stand at the offset, the likeliest first.
    pub fn completions(&self, file: SourceFile, offset: TextSize) -> Vec<CompletionItem> {
        ide::completions(&self.db, file, offset)
    }

    /// The edits that format the file, in text order; none where something does not parse.
    pub fn formatting(&self, file: SourceFile) -> Vec<TextEdit> {
        formatting::formatting(&self.db, file)
    }

    /// As [`Analysis::formatting`], in the lines that the range touches.
    pub fn range_formatting(&self, file: SourceFile, range: TextRange) -> Vec<TextEdit> {
        formatting::range_formatting(&self.db, file, range)
    }

    /// The indentation of the line at the offset, where a line break or a closing bracket was just typed.
    pub fn on_type_formatting(&self, file: SourceFile, offset: TextSize) -> Option<TextEdit> {
        formatting::on_type_formatting(&self.db, file, offset)
    }

    /// The constraint systems behind the access at the offset and its dependences.
    pub fn polyhedra(&self, file: SourceFile, offset: TextSize) -> Option<AccessPolyhedra> {
        ide::polyhedra(&self.db, file, offset)
    }

    /// The iterations of the loops around the offset and the dependences between them.
    pub fn iteration_space(
        &self,
        file: SourceFile,
        offset: TextSize,
        options: &IterationSpaceOptions,
    ) -> Option<IterationSpace> {
        ide::iteration_space(&self.db, file, offset, options)
    }

    /// Producer and consumer pairs with the cost of every depth, per function.
    pub fn fusion(&self, file: SourceFile) -> Vec<FunctionFusion> {
        actions::fuse::function_fusion(&self.db, file)
    }

    /// The lossless tree, for debugging.
    pub fn syntax_tree(&self, file: SourceFile) -> String {
        ide::syntax_tree(&file.parse(&self.db).syntax_node())
    }

    /// Cancels the queries of this snapshot from another thread.
    pub fn cancellation_token(&self) -> salsa::CancellationToken {
        salsa::Database::cancellation_token(&self.db)
    }
}

/// The page of a diagnostic code.
pub fn explain(code: &str) -> Option<Page> {
    codes::explain(code)
}

/// The form of an operation and what it does, in Markdown, as far as that is known.
pub fn operation_documentation(name: &str) -> Option<String> {
    ide::operation_documentation(Registry::builtin(), name)
}

/// All diagnostic codes, sorted.
pub fn codes() -> Vec<&'static str> {
    codes::all().iter().map(|it| it.name).collect()
}

/// Names one offered action within one state of one file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ActionId(pub String);

impl ActionId {
    /// The kind of the action, with which the id begins.
    fn kind(&self) -> &str {
        self.0.split(':').next().unwrap_or_default()
    }
}

/// An action of the light bulb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    pub id: ActionId,
    /// One of [`action_kinds`].
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
