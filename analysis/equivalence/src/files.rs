//! All functions of two files, by name.

use base::isolated_op::{Green, IsolatedOp};
use base::source_file::SourceFile;
use interpreter::{Module, Obstacle, Poll, function_name};
use ir::aliases::alias_definition;
use ir::starts::located;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use syntax::{SyntaxElement, SyntaxKind, TextEdit, TextRange};

use crate::pairing::{SymbolPath, pairs};
use crate::{Effort, Reason, Verdict, are_alike, compare};

/// What is known of the functions of one name.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionComparison {
    /// Without the first `@`; behind the symbols of the modules around it, as in `outer::@f`.
    pub name: String,
    pub verdict: Verdict,
    /// The names of the arguments, as the first file has them.
    pub arguments: Vec<String>,
    /// Where the functions stand.
    pub before: Option<TextRange>,
    pub after: Option<TextRange>,
}

/// A function of a file.
struct Entry {
    table: String,
    name: String,
    path: SymbolPath,
    range: TextRange,
    /// Of the whole function.
    extent: TextRange,
    arguments: Vec<String>,
    /// Everything that says what it computes; `None` where it names other symbols.
    content: Option<Content>,
}

impl Entry {
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
struct Runnable {
    entries: Vec<Entry>,
    tables: Tables,
}

impl Edited<'_> {
    /// The functions that the edits touch, before and after.
    fn touched(self) -> (Runnable, Runnable) {
        let ((db, before), (new_db, after)) = (self.before, self.after);
        let is_touched = |it: &Entry| self.edits.iter().any(|edit| edit.range.intersect(it.extent).is_some());
        let first: Vec<Entry> = entries(db, before).into_iter().filter(is_touched).collect();
        let wanted: FxHashSet<&SymbolPath> = first.iter().map(|it| &it.path).collect();
        let is_wanted = |it: &Entry| wanted.contains(&it.path);
        let second: Vec<Entry> = entries(new_db, after).into_iter().filter(is_wanted).collect();
        let (old, new) = (tables(db, before, &first), tables(new_db, after, &second));
        (Runnable { entries: first, tables: old }, Runnable { entries: second, tables: new })
    }
}

/// As [`compare_files`], of the functions that edits touch.
pub fn compare_touched(edited: Edited<'_>, effort: Effort, poll: &Poll) -> Vec<FunctionComparison> {
    let (first, second) = edited.touched();
    let watcher: Watcher<'_> = &|_, _| ControlFlow::Continue(());
    compare_entries((&first.entries, &first.tables), (&second.entries, &second.tables), effort, poll, watcher)
}

/// Whether each function that edits touch leaves the same as before where both were run on numbers by chance; `None`
/// where one could not be run.
pub fn touched_are_alike(edited: Edited<'_>, steps: u64, poll: &Poll) -> Option<bool> {
    let (first, second) = edited.touched();
    let is_alike = |it: &Entry| {
        let own = first.tables.get(&it.table)?.0.function(&it.name)?;
        let (module, _) = second.tables.get(&it.table)?;
        are_alike((&first.tables.get(&it.table)?.0, own), (module, module.function(&it.name)?), steps, poll)
    };
    let mut all = first.entries.iter().map(is_alike);
    all.try_fold(true, |all, it| Some(all && it?))
}

fn compare_entries(
    (first, old): (&[Entry], &Tables),
    (second, new): (&[Entry], &Tables),
    effort: Effort,
    poll: &Poll,
    watcher: Watcher<'_>,
) -> Vec<FunctionComparison> {
    let paths = |entries: &[Entry]| entries.iter().map(|it| it.path.clone()).collect::<Vec<_>>();
    let entry = |(own, other): (Option<usize>, Option<usize>)| {
        (own.map(|it| &first[it]), other.map(|it| &second[it]))
    };
    let jobs: Vec<_> = pairs(&paths(first), &paths(second)).into_iter().map(entry).collect();
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let verdicts: Mutex<Vec<Option<Verdict>>> = Mutex::new(vec![None; jobs.len()]);
    let work = || {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some((first, second)) = jobs.get(job) else { break };
            let verdict = match (first, second) {
                (Some(first), Some(second)) => of_entries(old, first, new, second, effort, poll),
                (Some(_), None) => Verdict::Unknown(Reason::of("it is in the first file only")),
                _ => Verdict::Unknown(Reason::of("it is in the second file only")),
            };
            verdicts.lock().unwrap_or_else(PoisonError::into_inner)[job] = Some(verdict);
            if watcher(done.fetch_add(1, Ordering::Relaxed) + 1, jobs.len()).is_break() {
                next.store(jobs.len(), Ordering::Relaxed);
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores.min(jobs.len()) {
            let builder = std::thread::Builder::new().stack_size(syntax::STACK_BYTES);
            // One thread suffices; a panic in one leaves its function unknown.
            _ = builder.spawn_scoped(scope, || {
                while next.load(Ordering::Relaxed) < jobs.len() {
                    _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
                }
            });
        }
    });
    let verdicts = verdicts.into_inner().unwrap_or_else(PoisonError::into_inner);
    jobs.iter()
        .zip(verdicts)
        .map(|((first, second), verdict)| {
            let unfinished = || Verdict::Unknown(Reason::of("it was not compared to the end"));
            comparison(*first, *second, verdict.unwrap_or_else(unfinished))
        })
        .collect()
}

fn comparison(first: Option<&Entry>, second: Option<&Entry>, verdict: Verdict) -> FunctionComparison {
    let entry = first.or(second);
    FunctionComparison {
        name: entry.map(|it| it.path.name()).unwrap_or_default(),
        verdict,
        arguments: entry.map(|it| it.arguments.clone()).unwrap_or_default(),
        before: first.map(|it| it.range),
        after: second.map(|it| it.range),
    }
}

fn of_entries(
    old: &Tables,
    first: &Entry,
    new: &Tables,
    second: &Entry,
    effort: Effort,
    poll: &Poll,
) -> Verdict {
    // Also what cannot be run computes what it computes.
    if first.content.is_some() && first.content == second.content {
        return Verdict::Equal { reassociates: false };
    }
    let (Some((before, unread_before)), Some((after, unread_after))) =
        (old.get(&first.table), new.get(&second.table))
    else {
        return Verdict::Unknown(Reason::of("it is not found"));
    };
    for (unread, entry, is_second) in [(unread_before, first, false), (unread_after, second, true)] {
        if let Some(obstacle) = unread.get(&entry.name) {
            return Verdict::Unknown(Reason::of_obstacle(is_second, obstacle));
        }
    }
    match (before.function(&first.name), after.function(&second.name)) {
        (Some(own), Some(other)) => compare((before, own), (after, other), effort, poll),
        _ => Verdict::Unknown(Reason::of("it is not found")),
    }
}

fn entries(db: &dyn salsa::Database, file: SourceFile) -> Vec<Entry> {
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
    for name in &op.text(db).surface(db).used_aliases {
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

fn tables(db: &dyn salsa::Database, file: SourceFile, entries: &[Entry]) -> Tables {
    let mut found = Tables::default();
    for entry in entries {
        if !found.contains_key(&entry.table) {
            found.insert(entry.table.clone(), Module::of_table(db, file, &entry.table));
        }
    }
    found
}
