//! The questions that can be asked of a state of the files.

use crate::actions::{self, Action, NoEdit, OfferedActions, WithheldActions};
use crate::diagnostics::{self, Depth, FindingsCache, Most, Reach};
use crate::formatting;
use crate::loop_report::function_loops;
use crate::versions::{KeptVersions, Scope, VersionedOp};
use crate::{
    CallItem, Calls, CodeLens, CompletionItem, DocumentLink, DocumentSymbol, FoldingRange, Highlight, Hover,
    InlayHint, InlayHintKind, InlineCompletion, NavigationTarget, Reference, RenameTarget, SeenOp,
    SemanticToken, SignatureHelp, TriviaChange,
};
use crate::{code_lens, document_links, folding_ranges, semantic_tokens};
use base::at_once::takes_long;
use base::database::RootDatabase;
use base::registry::registry;
use base::source_file::SourceFile;
use equivalence::{Effort, FunctionComparison, Poll, Watcher, compare_files, compare_named};
use polyhedral::function_report;
use polyhedral::report::{
    AccessPolyhedra, FunctionDependences, FunctionFusion, FunctionLoops, IterationSpace,
    IterationSpaceOptions,
};
use rules::diagnostic::Diagnostic;
use std::sync::Arc;
use syntax::ods::Origin;
use syntax::{TextEdit, TextRange, TextSize};
use transforms::fuse;
use transforms::parameter::Parameters;
use transforms::request::Request;

/// A snapshot. Queries unwind with [`Cancelled`] when the host wants to write: run them inside [`Cancelled::catch`].
#[derive(Clone)]
pub struct Analysis {
    pub(crate) db: RootDatabase,
    pub(crate) kept: Arc<FindingsCache>,
    pub(crate) withheld: Arc<WithheldActions>,
    pub(crate) offered: Arc<OfferedActions>,
    pub(crate) versions: Arc<KeptVersions>,
}

impl Analysis {
    /// To be called before work on all of a file that is not small.
    pub fn takes_long(&self) {
        takes_long(&self.db);
    }

    /// To be called from time to time in long work on the results of queries: unwinds where the work was cancelled.
    pub fn unwind_if_cancelled(&self) {
        salsa::Database::unwind_if_revision_cancelled(&self.db);
    }

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
        crate::hover(&self.db, file, offset)
    }

    /// Where the name at the offset is defined.
    pub fn definition(&self, file: SourceFile, offset: TextSize) -> Vec<NavigationTarget> {
        crate::definition(&self.db, file, offset)
    }

    /// Where the operation, type or attribute whose name is at the offset is defined, if that is in a file of definitions,
    /// with the range of its name here.
    pub fn origin(&self, file: SourceFile, offset: TextSize) -> Option<(TextRange, Origin)> {
        crate::origin(&self.db, file, offset)
    }

    /// The bodies of the symbol at the offset: its own, else those of its name in other parts of the file and in the
    /// other files.
    pub fn implementations(
        &self,
        file: SourceFile,
        offset: TextSize,
        others: &[SourceFile],
    ) -> Vec<(SourceFile, NavigationTarget)> {
        crate::implementations(&self.db, file, offset, others)
    }

    /// Every place that names the thing at the offset, in text order; its definition is among them and marked.
    pub fn references(&self, file: SourceFile, offset: TextSize) -> Vec<Reference> {
        crate::references(&self.db, file, offset)
    }

    /// The aliases that the type of the value at the offset is written with.
    pub fn type_definition(&self, file: SourceFile, offset: TextSize) -> Vec<NavigationTarget> {
        crate::type_definition(&self.db, file, offset)
    }

    /// The places that name the thing at the offset, in text order, those that write it marked.
    pub fn document_highlights(&self, file: SourceFile, offset: TextSize) -> Vec<Highlight> {
        crate::document_highlights(&self.db, file, offset)
    }

    /// Whether the thing at the offset can be renamed; else why not.
    pub fn prepare_rename(&self, file: SourceFile, offset: TextSize) -> Result<RenameTarget, String> {
        crate::prepare_rename(&self.db, file, offset)
    }

    /// The edits that give the thing at the offset another name, written with or without its sigil; else why there
    /// are none.
    pub fn rename(
        &self,
        file: SourceFile,
        offset: TextSize,
        new_name: &str,
    ) -> Result<Vec<TextEdit>, String> {
        crate::rename(&self.db, file, offset, new_name)
    }

    /// The places of a name that may be edited together; empty where nothing is linked.
    pub fn linked_editing_ranges(&self, file: SourceFile, offset: TextSize) -> Vec<TextRange> {
        crate::linked_editing_ranges(&self.db, file, offset)
    }

    /// The function that the name at the offset stands for.
    pub fn call_item(&self, file: SourceFile, offset: TextSize) -> Option<CallItem> {
        crate::call_item(&self.db, file, offset)
    }

    /// The functions that name the one at the offset.
    pub fn incoming_calls(&self, file: SourceFile, offset: TextSize) -> Vec<Calls> {
        crate::incoming_calls(&self.db, file, offset)
    }

    /// The functions that the one at the offset names.
    pub fn outgoing_calls(&self, file: SourceFile, offset: TextSize) -> Vec<Calls> {
        crate::outgoing_calls(&self.db, file, offset)
    }

    /// The isolated ops of a file, in text order of their first roots, with versions by which is known whether what was said
    /// about them still holds: of what depends on no more than the scope tells.
    pub fn isolated_ops(&self, file: SourceFile, scope: Scope) -> Vec<VersionedOp> {
        self.versions.of(&self.db, file, scope)
    }

    /// An isolated op as it is, for [`Analysis::trivia_changes`]; `None` where that will not tell.
    pub fn seen(&self, file: SourceFile, op: &VersionedOp) -> Option<SeenOp> {
        SeenOp::of(&self.db, file, op)
    }

    /// The blanks and comments that are others since an isolated op was seen, root by root; `None` where more changed, or
    /// what answers of its scope may depend on.
    pub fn trivia_changes(
        &self,
        file: SourceFile,
        op: &VersionedOp,
        seen: &SeenOp,
    ) -> Option<Vec<Option<TriviaChange>>> {
        seen.trivia_changes(&self.db, file, op)
    }

    /// The files that locations name in an isolated op, root by root, with places that count from the root's start.
    /// Depends on [`Scope::Syntax`].
    pub fn document_links_in(&self, file: SourceFile, op: &VersionedOp) -> Vec<Vec<DocumentLink>> {
        op.record(&self.db, file)
            .map(|it| document_links::document_links_in(&self.db, it))
            .unwrap_or_default()
    }

    /// The files that locations name outside of isolated ops, in text order.
    pub fn document_links_outside(&self, file: SourceFile) -> Vec<DocumentLink> {
        document_links::document_links_outside(&self.db, file)
    }

    /// The folding ranges of an isolated op, root by root and there in text order, with places that count from the root's
    /// start. Depends on [`Scope::Syntax`].
    pub fn folding_ranges_in(&self, file: SourceFile, op: &VersionedOp) -> Vec<Vec<FoldingRange>> {
        op.record(&self.db, file)
            .map(|it| folding_ranges::folding_ranges_in(&self.db, it))
            .unwrap_or_default()
    }

    /// The folding ranges outside of isolated ops, in text order.
    pub fn folding_ranges_outside(&self, file: SourceFile) -> Vec<FoldingRange> {
        folding_ranges::folding_ranges_outside(&self.db, file)
    }

    /// The ranges around the offset by syntax, each inside the next.
    pub fn selection_ranges(&self, file: SourceFile, offset: TextSize) -> Vec<TextRange> {
        crate::selection_ranges(&self.db, file, offset)
    }

    /// The semantic tokens of an isolated op, root by root and there in text order, with places that count from the root's
    /// start. Depends on [`Scope::Names`].
    pub fn semantic_tokens_in(&self, file: SourceFile, op: &VersionedOp) -> Vec<Vec<SemanticToken>> {
        op.record(&self.db, file)
            .map(|it| semantic_tokens::semantic_tokens_in(&self.db, it))
            .unwrap_or_default()
    }

    /// The semantic tokens outside of isolated ops, in text order.
    pub fn semantic_tokens_outside(&self, file: SourceFile) -> Vec<SemanticToken> {
        semantic_tokens::semantic_tokens_outside(&self.db, file)
    }

    /// The semantic tokens that touch a range, in text order.
    pub fn semantic_tokens(&self, file: SourceFile, range: TextRange) -> Vec<SemanticToken> {
        semantic_tokens::semantic_tokens(&self.db, file, range)
    }

    /// The operands of the operation, call or map around the offset, and which of them is there.
    pub fn signature_help(&self, file: SourceFile, offset: TextSize) -> Option<SignatureHelp> {
        crate::signature_help(&self.db, file, offset)
    }

    /// The outline: functions, aliases, and of the loops and blocks inside the functions as many levels as have at most
    /// `most` entries together with the functions.
    pub fn document_symbols(&self, file: SourceFile, most: usize) -> Vec<DocumentSymbol> {
        crate::document_symbols(&self.db, file, most)
    }

    /// The actions that concern the range: quick fixes of its diagnostics, and transformations of the loops and
    /// accesses that it touches. Nothing is rewritten until [`Analysis::resolve_action`] is asked.
    pub fn actions(&self, file: SourceFile, range: TextRange) -> Vec<Action> {
        if let Some(known) = self.known_actions(file, range) {
            return known;
        }
        let mut found = actions::actions(&self.db, file, &self.kept, range, Parameters::NONE);
        self.offered.keep(&self.db, file, range, found.clone());
        self.withheld.disable(file, &mut found);
        found
    }

    /// As [`Analysis::actions`], with parameters in place of the settings' defaults.
    pub fn actions_with(&self, file: SourceFile, range: TextRange, parameters: &Parameters) -> Vec<Action> {
        if parameters == Parameters::NONE {
            return self.actions(file, range);
        }
        let mut found = actions::actions(&self.db, file, &self.kept, range, parameters);
        self.withheld.disable(file, &mut found);
        found
    }

    /// As [`Analysis::actions`], if that was asked last about the file.
    pub fn known_actions(&self, file: SourceFile, range: TextRange) -> Option<Vec<Action>> {
        let mut known = self.offered.at(&self.db, file, range)?;
        self.withheld.disable(file, &mut known);
        Some(known)
    }

    /// The actions at a range that make others legal which are refused there.
    pub fn remedies(&self, file: SourceFile, range: TextRange) -> Vec<actions::remedies::Remedy> {
        actions::remedies::remedies(&self.db, file, &self.actions(file, range))
    }

    /// The unknown dialects in a range, each at the first of its operations there.
    pub fn unknown_dialects(&self, file: SourceFile, range: TextRange) -> Vec<(String, TextRange)> {
        diagnostics::unknown_dialects(&self.db, file, range)
    }

    /// The edits of an action that [`Analysis::actions`] offered on the same text. They were checked: their result has
    /// no error that the text does not have.
    pub fn resolve_action(&self, file: SourceFile, request: &Request) -> Result<Vec<TextEdit>, NoEdit> {
        let edits = actions::resolve(&self.db, file, &self.kept, request);
        if let Err(NoEdit::Withheld(withheld)) = &edits {
            self.withheld.insert(file, request, withheld.reason());
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

    /// The form of an operation and what it does, in Markdown, as far as that is known.
    pub fn operation_documentation(&self, name: &str) -> Option<String> {
        crate::completion::operation_documentation(registry(&self.db), name)
    }

    /// Loops with their trip counts, what they carry and reduce, and how their accesses move, per function.
    pub fn loops(&self, file: SourceFile) -> Vec<FunctionLoops> {
        function_loops(&self.db, file)
    }

    /// The code lenses of the loops of an isolated op: parallel, what it carries, what it reduces. Root by root and there in
    /// text order, with places that count from the root's start. Depends on [`Scope::Callees`].
    pub fn code_lenses_in(&self, file: SourceFile, op: &VersionedOp) -> Vec<Vec<CodeLens>> {
        op.record(&self.db, file).map(|it| code_lens::code_lenses_in(&self.db, it)).unwrap_or_default()
    }

    /// Trip counts and distances inside the range, in text order.
    pub fn inlay_hints(
        &self,
        file: SourceFile,
        range: TextRange,
        is_wanted: &dyn Fn(InlayHintKind) -> bool,
    ) -> Vec<InlayHint> {
        crate::inlay_hints(&self.db, file, range, is_wanted)
    }

    /// The completions at the offset, the likeliest first.
    pub fn completions(&self, file: SourceFile, offset: TextSize) -> Vec<CompletionItem> {
        crate::completions(&self.db, file, offset)
    }

    /// The text that most likely goes on at the end of a line.
    pub fn inline_completion(&self, file: SourceFile, offset: TextSize) -> Option<InlineCompletion> {
        crate::inline_completion(&self.db, file, &self.kept, offset)
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

    /// The constraint systems after the access at the offset and its dependences.
    pub fn polyhedra(&self, file: SourceFile, offset: TextSize) -> Option<AccessPolyhedra> {
        crate::polyhedra(&self.db, file, offset)
    }

    /// The iterations of the loops around the offset and the dependences between them.
    pub fn iteration_space(
        &self,
        file: SourceFile,
        offset: TextSize,
        options: &IterationSpaceOptions,
    ) -> Option<IterationSpace> {
        crate::iteration_space(&self.db, file, offset, options)
    }

    /// Producer and consumer pairs with the cost of every depth, per function.
    pub fn fusion(&self, file: SourceFile) -> Vec<FunctionFusion> {
        fuse::function_fusion(&self.db, file)
    }

    /// The file in MLIR's generic form; else the places that could not be read, each with the reason.
    pub fn generic_form(&self, file: SourceFile) -> Result<String, Vec<(TextRange, String)>> {
        crate::generic_form(&self.db, file)
    }

    /// The edit that lets a comment silence a code.
    pub fn allowing(&self, file: SourceFile, code: &str, reach: Reach) -> TextEdit {
        diagnostics::allowing(&self.db, file, code, reach)
    }

    /// For what computes long outside of queries.
    fn poll(&self) -> Poll {
        Poll::new(self.db.unwinding())
    }

    /// Whether the functions of two files compute the same, function by function.
    pub fn compare(
        &self,
        before: SourceFile,
        after: SourceFile,
        effort: Effort,
        watcher: Watcher<'_>,
    ) -> Vec<FunctionComparison> {
        compare_files(&self.db, before, after, effort, &self.poll(), watcher)
    }

    /// Whether a function computes the same as another, which may have another name; `None` where a name is not that of a
    /// function.
    pub fn compare_named(
        &self,
        before: (SourceFile, &str),
        after: (SourceFile, &str),
        effort: Effort,
    ) -> Option<FunctionComparison> {
        compare_named(&self.db, before, after, effort, &self.poll())
    }

    /// Whether edits in text order keep what the functions that they touch compute: of the one of which least is known.
    pub fn compare_edited(
        &self,
        file: SourceFile,
        edits: &[TextEdit],
        effort: Effort,
    ) -> Option<FunctionComparison> {
        actions::proof::Trial::new(&self.db, file, edits).weakest(effort)
    }

    /// The best sequences of transformations for what is wanted.
    pub fn optimized(
        &self,
        file: SourceFile,
        target: &optimizer::target::Target,
        wanted: optimizer::OptimizationScope<'_>,
    ) -> Vec<optimizer::FunctionProposals> {
        crate::optimized::optimized(&self.db, file, target, wanted)
    }

    /// The edits of a proposal, so that loops that it raised are left in `scf`; `None` where one cannot be lowered.
    pub fn lowered_again(
        &self,
        file: SourceFile,
        proposal: &optimizer::Proposal,
        edits: &[TextEdit],
    ) -> Option<Vec<TextEdit>> {
        match proposal.raises() {
            true => actions::lowered_again(&self.db, file, edits),
            false => Some(edits.to_vec()),
        }
    }

    /// The lossless tree, for debugging.
    pub fn syntax_tree(&self, file: SourceFile) -> String {
        crate::syntax_tree(&file.parse(&self.db).syntax_node())
    }

    /// Cancels the queries of this snapshot from another thread.
    pub fn cancellation_token(&self) -> salsa::CancellationToken {
        salsa::Database::cancellation_token(&self.db)
    }
}
