//! All functions of two files, by name.

use base::isolated_op::{Green, IsolatedOp};
use base::source_file::SourceFile;
use interpreter::{Function, Module, Obstacle, Poll, function_name};
use ir::aliases::alias_definition;
use ir::starts::located;
use ir::{Ir, OpId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::any::Any;
use std::ops::ControlFlow::{self, Break, Continue};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use syntax::pool::on_threads;
use syntax::{SyntaxElement, SyntaxKind, TextEdit, TextRange};

use crate::inconclusive::Inconclusive;
use crate::method::{Compared, Found, compare_by_all};
use crate::pairing::{SymbolPath, pairs};
use crate::relations::{Matched, Program};
use crate::{Effort, Method, Reason, Verdict, are_alike};

/// The verdict on the functions of one name.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionComparison {
    /// Without the first `@`; after the symbols of the modules around it, as in `outer::@f`.
    pub name: String,
    pub verdict: Verdict,
    /// How it was found; `None` where nothing is known, or the texts are the same.
    pub method: Option<Method>,
    /// The statements that a proof by relations has shown to compute the same, where [`Effort::lists_matches`].
    pub matched: Vec<Matched>,
    /// The names of the arguments, as the first file has them.
    pub arguments: Vec<String>,
    /// Where the functions are.
    pub before: Option<TextRange>,
    pub after: Option<TextRange>,
}

/// A function of a file.
struct Entry<'db> {
    table: String,
    name: String,
    path: SymbolPath,
    range: TextRange,
    /// Of the whole function.
    extent: TextRange,
    arguments: Vec<String>,
    /// Everything that says what it computes; `None` where it names other symbols.
    content: Option<Content>,
    ir: &'db Ir,
    /// The operation that is the function.
    root: OpId,
}

impl Entry<'_> {
    /// Whether that is its symbol, or its path of symbols.
    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.path.name() == name
    }
}

/// The tokens of a function, and the definitions of the aliases that it uses.
#[derive(PartialEq)]
struct Content {
    tokens: String,
    aliases: Vec<Option<Green>>,
}

type Tables = FxHashMap<String, (Module, FxHashMap<String, Obstacle>)>;

/// Hears how many functions are compared and how many there are; where it breaks, no more are begun.
pub type Watcher<'a> = &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);

/// Compares the functions of two files to which the same symbols lead, several at a time.
pub fn compare_files(
    db: &dyn salsa::Database,
    before: SourceFile,
    after: SourceFile,
    effort: Effort,
    poll: &Poll,
    watcher: Watcher<'_>,
) -> Vec<FunctionComparison> {
    let (first, second) = (entries(db, before), entries(db, after));
    let (old, new) = (tables(db, before, &first), tables(db, after, &second));
    compare_entries((&first, &old), (&second, &new), effort, poll, watcher)
}

/// Compares one function of a file with one of another, or of the same, by their names; `None` where a name is not
/// that of a function.
pub fn compare_named(
    db: &dyn salsa::Database,
    (before, name): (SourceFile, &str),
    (after, new_name): (SourceFile, &str),
    effort: Effort,
    poll: &Poll,
) -> Option<FunctionComparison> {
    let named =
        |file, name: &str| entries(db, file).into_iter().filter(|it| it.is_called(name)).collect::<Vec<_>>();
    let (first, second) = (named(before, name), named(after, new_name));
    let (old, new) = (tables(db, before, &first), tables(db, after, &second));
    let (own, other) = (first.first()?, second.first()?);
    Some(comparison(Some(own), Some(other), of_entries(&old, own, &new, other, effort, poll)))
}

/// A file, and what edits in text order make of it, each with its database.
#[derive(Clone, Copy)]
pub struct Edited<'a> {
    pub before: (&'a dyn salsa::Database, SourceFile),
    pub after: (&'a dyn salsa::Database, SourceFile),
    pub edits: &'a [TextEdit],
}

/// The functions of a file with what is needed to run them.
struct Runnable<'db> {
    entries: Vec<Entry<'db>>,
    tables: Tables,
}

impl<'a> Edited<'a> {
    /// The functions that the edits touch, before and after.
    fn touched(self) -> (Runnable<'a>, Runnable<'a>) {
        let ((db, before), (new_db, after)) = (self.before, self.after);
        let is_touched =
            |it: &Entry<'_>| self.edits.iter().any(|edit| edit.range.intersect(it.extent).is_some());
        let first: Vec<Entry<'a>> = entries(db, before).into_iter().filter(is_touched).collect();
        let wanted: FxHashSet<&SymbolPath> = first.iter().map(|it| &it.path).collect();
        let is_wanted = |it: &Entry<'_>| wanted.contains(&it.path);
        let second: Vec<Entry<'a>> = entries(new_db, after).into_iter().filter(is_wanted).collect();
        let (old, new) = (tables(db, before, &first), tables(new_db, after, &second));
        (Runnable { entries: first, tables: old }, Runnable { entries: second, tables: new })
    }
}

/// As [`compare_files`], of the functions that edits touch.
pub fn compare_touched(edited: Edited<'_>, effort: Effort, poll: &Poll) -> Vec<FunctionComparison> {
    let (first, second) = edited.touched();
    let watcher: Watcher<'_> = &|_, _| Continue(());
    compare_entries((&first.entries, &first.tables), (&second.entries, &second.tables), effort, poll, watcher)
}

/// Whether each function that edits touch leaves the same as before where both were run on numbers by chance; `None`
/// where one could not be run.
pub fn touched_are_alike(edited: Edited<'_>, steps: u64, poll: &Poll) -> Option<bool> {
    let (first, second) = edited.touched();
    let is_alike = |it: &Entry<'_>| {
        let own = first.tables.get(&it.table)?.0.function(&it.name)?;
        let (module, _) = second.tables.get(&it.table)?;
        are_alike((&first.tables.get(&it.table)?.0, own), (module, module.function(&it.name)?), steps, poll)
    };
    let mut all = first.entries.iter().map(is_alike);
    all.try_fold(true, |all, it| Some(all && it?))
}

fn compare_entries(
    (first, old): (&[Entry<'_>], &Tables),
    (second, new): (&[Entry<'_>], &Tables),
    effort: Effort,
    poll: &Poll,
    watcher: Watcher<'_>,
) -> Vec<FunctionComparison> {
    let paths = |entries: &[Entry<'_>]| entries.iter().map(|it| it.path.clone()).collect::<Vec<_>>();
    let entry = |(own, other): (Option<usize>, Option<usize>)| {
        (own.map(|it| &first[it]), other.map(|it| &second[it]))
    };
    let jobs: Vec<_> = pairs(&paths(first), &paths(second)).into_iter().map(entry).collect();
    let (done, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let verdicts = on_threads(
        cores,
        jobs.len(),
        || (),
        |(), job| {
            if is_over.load(Relaxed) {
                return Break(());
            }
            let (first, second) = jobs.get(job).copied().unwrap_or_default();
            let verdict = match (first, second) {
                (Some(first), Some(second)) => {
                    or_defect(&first.path.name(), || of_entries(old, first, new, second, effort, poll))
                }
                (Some(_), None) => unknown(Reason::of(Inconclusive::OnlyInFirst)),
                _ => unknown(Reason::of(Inconclusive::OnlyInSecond)),
            };
            is_over.fetch_or(watcher(done.fetch_add(1, Relaxed) + 1, jobs.len()).is_break(), Relaxed);
            Continue(verdict)
        },
    );
    let mut verdicts: FxHashMap<usize, Found> = verdicts.into_iter().collect();
    let pairs = jobs.iter().enumerate();
    pairs
        .map(|(job, (first, second))| {
            let unfinished = || unknown(Reason::of(Inconclusive::Unfinished));
            comparison(*first, *second, verdicts.remove(&job).unwrap_or_else(unfinished))
        })
        .collect()
}

/// The result of comparing the functions of a name. A panic in it is a defect of ours, which is logged; a cancellation goes on.
fn or_defect(name: &str, compare: impl FnOnce() -> Found) -> Found {
    catch_unwind(AssertUnwindSafe(compare)).unwrap_or_else(|panic| {
        if panic.is::<salsa::Cancelled>() {
            resume_unwind(panic);
        }
        tracing::error!("comparing @{name} panicked: {}", message(&*panic));
        unknown(Reason::of(Inconclusive::Defect))
    })
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let literal = panic.downcast_ref::<&str>().copied();
    literal.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

fn comparison(
    first: Option<&Entry<'_>>,
    second: Option<&Entry<'_>>,
    Found { verdict, method, matched }: Found,
) -> FunctionComparison {
    let entry = first.or(second);
    FunctionComparison {
        name: entry.map(|it| it.path.name()).unwrap_or_default(),
        verdict,
        method,
        matched,
        arguments: entry.map(|it| it.arguments.clone()).unwrap_or_default(),
        before: first.map(|it| it.range),
        after: second.map(|it| it.range),
    }
}

fn compared<'a>(module: &'a Module, function: &'a Function, entry: &Entry<'a>) -> Compared<'a> {
    Compared { module, function, program: Program { ir: entry.ir, root: entry.root, function } }
}

fn unknown(reason: Reason) -> Found {
    Found::of(Verdict::Unknown(reason))
}

fn of_entries(
    old: &Tables,
    first: &Entry<'_>,
    new: &Tables,
    second: &Entry<'_>,
    effort: Effort,
    poll: &Poll,
) -> Found {
    // Also what cannot be run computes what it computes.
    if first.content.is_some() && first.content == second.content {
        return Found::of(Verdict::Equal { reassociates: false });
    }
    let (Some((before, unread_before)), Some((after, unread_after))) =
        (old.get(&first.table), new.get(&second.table))
    else {
        return unknown(Reason::of(Inconclusive::NotFound));
    };
    for (unread, entry, is_second) in [(unread_before, first, false), (unread_after, second, true)] {
        if let Some(obstacle) = unread.get(&entry.name) {
            return unknown(Reason::of_obstacle(is_second, obstacle));
        }
    }
    match (before.function(&first.name), after.function(&second.name)) {
        (Some(own), Some(other)) => {
            let pair = [compared(before, own, first), compared(after, other, second)];
            compare_by_all(pair, effort, poll)
        }
        _ => unknown(Reason::of(Inconclusive::NotFound)),
    }
}

fn entries(db: &dyn salsa::Database, file: SourceFile) -> Vec<Entry<'_>> {
    let mut found = Vec::new();
    for (op, starts) in located(db, file) {
        let Some(name) = function_name(db, op) else { continue };
        let ir = ir::ir_of(db, op);
        let root = ir.regions[ir.top].blocks.first().and_then(|it| ir.blocks[*it].ops.first().copied());
        let Some(root) = root.filter(|it| ir.ops[*it].is("func.func")) else { continue };
        let arguments = ir.body(root).map(|it| ir.blocks[it].arguments.as_slice()).unwrap_or_default();
        let table = op.table(db).to_string();
        found.push(Entry {
            path: SymbolPath::of(&table, &name),
            table,
            name,
            range: starts.range(ir.ops[root].name_pointer),
            extent: starts.range(ir.ops[root].pointer),
            arguments: arguments.iter().map(|it| ir::value_name(ir, *it)).collect(),
            content: content(db, file, op),
            ir,
            root,
        });
    }
    found
}

fn content(db: &dyn salsa::Database, file: SourceFile, op: IsolatedOp<'_>) -> Option<Content> {
    let mut content = Content { tokens: String::new(), aliases: Vec::new() };
    let mut symbols = 0;
    for root in op.roots(db) {
        let tokens = root.syntax_node().descendants_with_tokens().filter_map(SyntaxElement::into_token);
        for token in tokens.filter(|it| !it.kind().is_trivia()) {
            symbols += usize::from(token.kind() == SyntaxKind::AT_ID);
            content.tokens.push_str(token.text());
            content.tokens.push(' ');
        }
    }
    for name in &op.text(db).signature(db).used_aliases {
        // An alias of an alias is not followed.
        let definition = alias_definition(db, file, op.part(db), name).map(|it| it.node);
        let uses_others = |it: &Green| it.0.to_string().matches(['#', '!']).count() > 1;
        if definition.as_ref().is_none_or(uses_others) {
            return None;
        }
        content.aliases.push(definition);
    }
    // Its own name is the first.
    (symbols <= 1).then_some(content)
}

fn tables(db: &dyn salsa::Database, file: SourceFile, entries: &[Entry<'_>]) -> Tables {
    let mut found = Tables::default();
    for entry in entries {
        if !found.contains_key(&entry.table) {
            found.insert(entry.table.clone(), Module::of_table(db, file, &entry.table));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::or_defect;
    use crate::{Inconclusive, Verdict};
    use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};

    #[test]
    fn a_panic_is_a_defect_and_a_cancellation_is_not() {
        let verdict = or_defect("f", || panic_any("this is a test"));
        assert!(
            matches!(verdict.verdict, Verdict::Unknown(reason) if reason.obstacle == Inconclusive::Defect)
        );
        let cancelled = || or_defect("f", || resume_unwind(Box::new(salsa::Cancelled::PendingWrite)));
        let unwound = catch_unwind(AssertUnwindSafe(cancelled));
        assert!(unwound.is_err_and(|it| it.is::<salsa::Cancelled>()));
    }
}
