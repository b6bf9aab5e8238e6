//! Which statements a change may concern, and which tell what these mean.

use super::changed::{Changed, What};
use super::statements::{Name, Named, Statement, Statements};
use rustc_hash::FxHashSet;
use std::ops::Range;
use syntax::{Located, SyntaxKind, TextRange, TextSize};

/// Statements of a slice; where there are more, the whole function is looked at.
const MOST: usize = 500;
/// A name that is mentioned more often is not followed to all who mention it.
const FEW: usize = 16;
/// Statements are searched so often for users of values that come from what changed. One search finds all that come
/// in text order.
const PASSES: usize = 8;

/// What to look at.
pub(super) struct Slice {
    /// Whose findings are those of the function.
    pub(super) judged: Vec<TextRange>,
    /// Where the statements start that are looked at.
    pub(super) kept: FxHashSet<TextSize>,
}

/// What was found before.
#[derive(Default)]
pub(super) struct Said<'a> {
    /// Places of errors in what did not change: one may be the reason why the same is not said again.
    pub(super) errors: Vec<TextRange>,
    /// The names in what changed of which something was said; `None` for something else.
    pub(super) lost: Vec<Option<&'a str>>,
}

impl Slice {
    pub(super) fn of(statements: &Statements, changed: &Changed<'_>, said: &Said<'_>) -> Option<Self> {
        let all = &statements.all;
        // What follows is told so where it stands nearest.
        let is_open = |it: &Statement| it.is_terminator && !it.ends_block;
        if all.iter().any(is_open) {
            return None;
        }
        let wrong: Vec<usize> = said.errors.iter().filter_map(|it| at(all, it.start())).collect();
        let definers = Definers::of_all(statements);
        let (judged, ranges) = match &changed.what {
            What::Number { of } => {
                let index = at(all, *of)?;
                let head = all.get(index).map(|it| TextRange::new(it.range.start(), it.head_end));
                (vec![index], head.into_iter().collect())
            }
            What::Statements { before, now } => {
                let start = changed.change.range.start();
                let concern = Concern::of(statements, (before, now), start, &said.lost);
                let judged = concern.concerned(all, &wrong, &definers)?;
                let ranges = judged.iter().filter_map(|it| all.get(*it)).map(|it| it.range).collect();
                (judged, ranges)
            }
        };
        let kept = with_context(statements, &judged, wrong, &definers)?;
        let starts = kept.iter().filter_map(|it| all.get(*it)).map(|it| it.range.start());
        Some(Self { judged: ranges, kept: starts.collect() })
    }
}

/// The last statement that starts there or before.
fn at(all: &[Statement], place: TextSize) -> Option<usize> {
    all.partition_point(|it| it.range.start() <= place).checked_sub(1)
}

/// What may be said otherwise because some statements are others.
struct Concern {
    changed: Range<usize>,
    /// Names in the statements, before and now.
    names: Names,
    /// Of values that may be others.
    defined: Names,
    /// What is said of these is said at one of their mentions.
    followed: Names,
}

impl Concern {
    fn of(
        statements: &Statements,
        (before, now): (&[Located<'_>], &[Located<'_>]),
        start: TextSize,
        lost: &[Option<&str>],
    ) -> Self {
        let all = &statements.all;
        let count = statements.name_count();
        let first = all.partition_point(|it| it.range.start() < start);
        let known = |of: &[Located<'_>]| of.iter().flat_map(|it| statements.known_names(*it)).collect();
        let (old, new): (Vec<Named>, Vec<Named>) = (known(before), known(now));
        let mut names = Names::none_of(count);
        old.iter().chain(&new).for_each(|it| _ = names.insert(it.name()));
        let mut defined = Names::none_of(count);
        if !matches!((before, now), ([before], [now]) if give_the_same(*before, *now)) {
            for it in old.iter().chain(&new) {
                if let Named::Defined(name) = it {
                    defined.insert(*name);
                }
            }
        }
        let mut mentions = vec![0_usize; count];
        for name in all.iter().flat_map(Statement::mentioned).filter(|it| names.contains(*it)) {
            if let Some(count) = mentions.get_mut(name as usize) {
                *count += 1;
            }
        }
        let changed = first..first + now.len();
        let mut followed = Names::none_of(count);
        for name in old.iter().chain(&new).map(|it| it.name()) {
            let mentions = mentions.get(name as usize).copied().unwrap_or_default();
            let is_lost = lost.iter().any(|it| it.is_none_or(|it| statements.name(it) == Some(name)));
            if is_lost && mentions <= FEW {
                followed.insert(name);
            }
        }
        Self { changed, names, defined, followed }
    }

    /// The statements that this concerns.
    fn concerned(mut self, all: &[Statement], wrong: &[usize], definers: &Definers) -> Option<Vec<usize>> {
        if !self.follow_values(all) {
            return None;
        }
        let mut is_wrong = vec![false; all.len()];
        wrong.iter().filter_map(|it| is_wrong.get_mut(*it).map(|it| *it = true)).for_each(drop);
        let mut judged: Vec<usize> = Vec::new();
        let mut end = TextSize::default();
        for (index, statement) in all.iter().enumerate() {
            let is_concerned = || {
                let is_special = statement.is_transfer || is_wrong.get(index) == Some(&true);
                self.changed.contains(&index)
                    || statement.names.iter().any(|it| match *it {
                        it if self.defined.contains(it.name()) => true,
                        // What stands further down is told of uses above.
                        Named::Defined(name) => self.names.contains(name) && index >= self.changed.start,
                        Named::Mentioned(name) => {
                            self.followed.contains(name)
                                || self.names.contains(name) && (is_special || !definers.is_any(name))
                        }
                    })
            };
            // With all in its regions.
            if statement.range.start() < end || is_concerned() {
                judged.push(index);
                end = end.max(statement.range.end());
            }
        }
        (!judged.is_empty() && judged.len() <= MOST).then_some(judged)
    }

    /// Users of values that are others give values that are others too. Whether all were found.
    fn follow_values(&mut self, all: &[Statement]) -> bool {
        (0..PASSES).any(|_| {
            let mut is_complete = true;
            for statement in all {
                if statement.mentioned().any(|it| self.defined.contains(it)) {
                    for name in statement.defined() {
                        is_complete &= !self.defined.insert(name);
                    }
                }
            }
            is_complete
        })
    }
}

/// Operations whose results have types, and nothing else that a rule looks at.
const OPAQUE: &[&str] = &[
    "affine.load",
    "affine.vector_load",
    "memref.load",
    "arith.addf",
    "arith.divf",
    "arith.maximumf",
    "arith.minimumf",
    "arith.mulf",
    "arith.subf",
];

/// Whether the results of an operation are to all others what they were.
fn give_the_same(before: Located<'_>, now: Located<'_>) -> bool {
    let is_told = |it: &Located<'_>| {
        it.kind().is_type() || matches!(it.kind(), SyntaxKind::OP_RESULTS | SyntaxKind::TYPE_GROUP)
    };
    let told = |it: Located<'_>| it.children().filter(is_told).map(|it| syntax::text_of(it.green)).collect();
    let (old, new): (Vec<_>, Vec<_>) = (told(before), told(now));
    before.op_name() == now.op_name() && OPAQUE.contains(&now.op_name()) && old == new
}

/// With all that defines what they mention, and the operations around them.
fn with_context(
    statements: &Statements,
    judged: &[usize],
    wrong: Vec<usize>,
    definers: &Definers,
) -> Option<Vec<usize>> {
    let all = &statements.all;
    let mut unseen = vec![0_u32; statements.name_count()];
    let mut want = |name: Name, uses: u32| {
        if let Some(unseen) = unseen.get_mut(name as usize) {
            *unseen = uses.max(*unseen);
        }
    };
    // Operations of which all blocks have to end as they do.
    let mut is_ended = vec![false; all.len()];
    for index in judged {
        let Some(statement) = all.get(*index) else { continue };
        for it in [Some(*index), statement.parent].into_iter().flatten() {
            is_ended.get_mut(it).into_iter().for_each(|it| *it = true);
        }
        for name in statement.mentioned() {
            if statement.is_transfer {
                want(name, u32::MAX);
            } else if !definers.is_any(name) {
                // That it is not defined is said where it is used first.
                want(name, 1);
            }
        }
    }
    let mut open = wrong;
    open.extend(judged);
    for (index, statement) in all.iter().enumerate() {
        let mut is_wanted = statement.ends_block
            && (statement.has_successors
                || statement.parent.is_some_and(|it| is_ended.get(it) == Some(&true)));
        for name in statement.mentioned() {
            if let Some(left) = unseen.get_mut(name as usize).filter(|it| **it > 0) {
                *left -= 1;
                is_wanted = true;
            }
        }
        if is_wanted {
            open.push(index);
        }
    }
    let mut is_kept = vec![false; all.len()];
    let mut kept = Vec::new();
    while let Some(index) = open.pop() {
        let (Some(statement), Some(is_kept)) = (all.get(index), is_kept.get_mut(index)) else { continue };
        if std::mem::replace(is_kept, true) {
            continue;
        }
        kept.push(index);
        if kept.len() > MOST {
            return None;
        }
        open.extend(statement.parent);
        for name in &statement.names {
            definers.add_seen_by(name.name(), all, index, &mut open);
        }
    }
    Some(kept)
}

/// Some of the names of a function.
struct Names(Vec<bool>);

impl Names {
    fn none_of(count: usize) -> Self {
        Self(vec![false; count])
    }

    fn contains(&self, name: Name) -> bool {
        self.0.get(name as usize).copied().unwrap_or_default()
    }

    /// Whether it was not there.
    fn insert(&mut self, name: Name) -> bool {
        self.0.get_mut(name as usize).is_some_and(|it| !std::mem::replace(it, true))
    }
}

/// The statements that define each name.
struct Definers {
    first: Vec<Option<usize>>,
    /// Of names that are defined more than once.
    others: Vec<(Name, usize)>,
}

impl Definers {
    fn of_all(statements: &Statements) -> Self {
        let mut definers = Self { first: vec![None; statements.name_count()], others: Vec::new() };
        for (index, statement) in statements.all.iter().enumerate() {
            for name in statement.defined() {
                match definers.first.get_mut(name as usize) {
                    Some(first @ None) => *first = Some(index),
                    _ => definers.others.push((name, index)),
                }
            }
        }
        definers.others.sort_unstable();
        definers
    }

    fn is_any(&self, name: Name) -> bool {
        self.first.get(name as usize).is_some_and(Option::is_some)
    }

    fn of(&self, name: Name) -> impl Iterator<Item = usize> + '_ {
        let others = self.others.partition_point(|it| it.0 < name);
        let others = self.others.get(others..).unwrap_or_default().iter().take_while(move |it| it.0 == name);
        self.first.get(name as usize).copied().flatten().into_iter().chain(others.map(|it| it.1))
    }

    /// Adds those whose definition a statement sees, or all if it sees none.
    fn add_seen_by(&self, name: Name, all: &[Statement], user: usize, found: &mut Vec<usize>) {
        let parent = |it: usize| all.get(it).and_then(|it| it.parent);
        let is_around =
            |outer: usize| std::iter::successors(Some(user), |it| parent(*it)).any(|it| it == outer);
        let is_seen = |it: &usize| is_around(*it) || parent(*it).is_some_and(is_around);
        let count = found.len();
        found.extend(self.of(name).filter(is_seen));
        if found.len() == count {
            found.extend(self.of(name));
        }
    }
}
