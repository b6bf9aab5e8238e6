//! The statements that a change may concern, and those that define their operands.

use super::changed::{Changed, What};
use super::statements::{Name, Named, Statement, Statements};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::ops::Range;
use syntax::{Located, SyntaxKind, TextRange, TextSize};

/// Statements of a slice; where there are more, the whole function is looked at.
const MOST: usize = 500;
/// A name that is mentioned more often is not followed to all who mention it.
const FEW: usize = 16;
/// Statements are searched so often for users of values that come from what changed. One search finds all that come
/// in text order.
const PASSES: usize = 8;

/// The statements to check.
pub(super) struct Slice {
    /// Whose findings are those of the function.
    pub(super) judged: Vec<TextRange>,
    /// Where the statements start that are looked at.
    pub(super) kept: FxHashSet<TextSize>,
}

/// The findings before.
#[derive(Default)]
pub(super) struct Said<'a> {
    /// Places of errors in what did not change: one may be the reason why the same is not said again.
    pub(super) errors: Vec<TextRange>,
    /// The names in the changed text that a finding was about; `None` for a finding about something else.
    pub(super) lost: Vec<Option<&'a str>>,
}

impl Slice {
    pub(super) fn of(statements: &Statements, changed: &Changed<'_>, said: &Said<'_>) -> Option<Self> {
        let all = &statements.all;
        // The nearest statement after a terminator is reported.
        let is_open = |it: &Statement| it.is_terminator && !it.ends_block;
        if all.iter().any(is_open) {
            return None;
        }
        let wrong: Vec<usize> = said.errors.iter().filter_map(|it| at(all, it.start())).collect();
        let definers = Definers::of_all(statements);
        let scopes = Scopes::of(statements, &definers);
        let (judged, ranges) = match &changed.what {
            What::Number { of } => {
                let index = at(all, *of)?;
                let head = all.get(index).map(|it| TextRange::new(it.range.start(), it.head_end));
                (vec![index], head.into_iter().collect())
            }
            What::Statements { before, now } => {
                let start = changed.change.range.start();
                let concern = Concern::of((statements, scopes), (before, now), start, &said.lost);
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

/// Where names mean something. A statement in the body of the function is a *nest* with all inside it; names that only
/// nests define for themselves mean something else in each.
struct Scopes {
    /// Per statement: that in the body of the function that it is in.
    nests: Vec<usize>,
    /// Per name: whether all nests may see its definition, or it has none.
    is_shared: NameSet,
}

impl Scopes {
    fn of(statements: &Statements, definers: &Definers) -> Self {
        let mut nests: Vec<usize> = Vec::with_capacity(statements.all.len());
        let mut is_shared = NameSet::none_of(statements.name_count());
        for (index, statement) in statements.all.iter().enumerate() {
            let is_outside = statement.parent.is_none_or(|it| it == 0);
            let nest = statement.parent.filter(|_| !is_outside).and_then(|it| nests.get(it).copied());
            nests.push(nest.unwrap_or(index));
            for it in &statement.names {
                if matches!(it, Named::Defined(_)) && is_outside
                    || matches!(it, Named::Argument(_)) && index == 0
                {
                    is_shared.insert(it.name());
                }
            }
        }
        for name in (0..).take(statements.name_count()).filter(|it| !definers.is_any(*it)) {
            is_shared.insert(name);
        }
        Self { nests, is_shared }
    }

    /// The nest that a place lies in; `None` in the body of the function itself.
    fn nest_around(&self, all: &[Statement], place: TextSize) -> Option<usize> {
        let before = all.partition_point(|it| it.range.start() < place).checked_sub(1)?;
        let parent = |it: usize| all.get(it).and_then(|it| it.parent);
        let around = std::iter::successors(Some(before), |it| parent(*it)).find(|it| {
            *it == 0
                || all.get(*it).is_some_and(|it| it.range.contains_inclusive(place) && it.range.end() > place)
        });
        around.filter(|it| *it != 0).and_then(|it| self.nests.get(it).copied())
    }

    /// Where a name means the same as in a statement.
    fn scope(&self, name: Name, statement: usize) -> Option<usize> {
        let nest = self.nests.get(statement).copied();
        nest.filter(|_| statement != 0 && !self.is_shared.contains(name))
    }
}

/// The findings that may differ because some statements changed.
struct Concern {
    scopes: Scopes,
    changed: Range<usize>,
    /// The nest in which the statements are.
    nest: Option<usize>,
    /// NameSet in the statements, before and now.
    names: NameSet,
    /// Of values that may be others: names, and with their scopes.
    defined: NameSet,
    defined_in: FxHashSet<(Name, Option<usize>)>,
    /// Findings about these are reported at one of their mentions.
    followed: NameSet,
}

impl Concern {
    fn of(
        (statements, mut scopes): (&Statements, Scopes),
        (before, now): (&[Located<'_>], &[Located<'_>]),
        start: TextSize,
        lost: &[Option<&str>],
    ) -> Self {
        let all = &statements.all;
        let count = statements.name_count();
        let first = all.partition_point(|it| it.range.start() < start);
        let known = |of: &[Located<'_>]| of.iter().flat_map(|it| statements.known_names(*it)).collect();
        let (old, new): (Vec<Named>, Vec<Named>) = (known(before), known(now));
        let mut names = NameSet::none_of(count);
        old.iter().chain(&new).for_each(|it| _ = names.insert(it.name()));
        let nest = scopes.nest_around(all, start);
        let results = old.iter().chain(&new).filter(|it| matches!(it, Named::Defined(_)));
        let results: Vec<Name> = results.map(|it| it.name()).collect();
        if nest.is_none() {
            results.iter().for_each(|it| _ = scopes.is_shared.insert(*it));
        }
        let (mut defined, mut defined_in) = (NameSet::none_of(count), FxHashSet::default());
        if !matches!((before, now), ([before], [now]) if give_the_same(*before, *now)) {
            for name in results {
                defined.insert(name);
                defined_in.insert((name, nest.filter(|_| !scopes.is_shared.contains(name))));
            }
        }
        let mut mentions = vec![0_usize; count];
        for name in all.iter().flat_map(Statement::mentioned).filter(|it| names.contains(*it)) {
            if let Some(count) = mentions.get_mut(name as usize) {
                *count += 1;
            }
        }
        let changed = first..first + now.len();
        let mut followed = NameSet::none_of(count);
        for name in old.iter().chain(&new).map(|it| it.name()) {
            let mentions = mentions.get(name as usize).copied().unwrap_or_default();
            let is_lost = lost.iter().any(|it| it.is_none_or(|it| statements.name(it) == Some(name)));
            if is_lost && mentions <= FEW {
                followed.insert(name);
            }
        }
        Self { scopes, changed, nest, names, defined, defined_in, followed }
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
                        it if self.may_differ(it.name(), index) => true,
                        // A definition further down affects findings at uses above.
                        Named::Defined(name) | Named::Argument(name) => {
                            self.names.contains(name)
                                && index >= self.changed.start
                                && self.scopes.scope(name, index).is_none_or(|it| Some(it) == self.nest)
                        }
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

    /// Whether a name in a statement may mean a value that is another now.
    fn may_differ(&self, name: Name, statement: usize) -> bool {
        self.defined.contains(name) && self.defined_in.contains(&(name, self.scopes.scope(name, statement)))
    }

    /// Users of values that are others give values that are others too. Whether all were found.
    fn follow_values(&mut self, all: &[Statement]) -> bool {
        (0..PASSES).any(|_| {
            let mut is_complete = true;
            for (index, statement) in all.iter().enumerate() {
                if statement.mentioned().any(|it| self.may_differ(it, index)) {
                    for it in statement.names.iter().filter(|it| !matches!(it, Named::Mentioned(_))) {
                        self.defined.insert(it.name());
                        let scope = self.scopes.scope(it.name(), index);
                        is_complete &= !self.defined_in.insert((it.name(), scope));
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
    // Operations whose blocks all have to end as they do.
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
struct NameSet(Vec<bool>);

impl NameSet {
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
    first: Vec<Option<Definer>>,
    /// Of names that are defined more than once.
    others: Vec<(Name, Definer)>,
}

/// A statement that defines a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Definer {
    statement: usize,
    /// Whether only what is inside the statement sees it.
    is_argument: bool,
}

impl Definers {
    fn of_all(statements: &Statements) -> Self {
        let mut definers = Self { first: vec![None; statements.name_count()], others: Vec::new() };
        for (statement, it) in statements.all.iter().enumerate() {
            for named in it.names.iter().filter(|it| !matches!(it, Named::Mentioned(_))) {
                let definer = Definer { statement, is_argument: matches!(named, Named::Argument(_)) };
                match definers.first.get_mut(named.name() as usize) {
                    Some(first @ None) => *first = Some(definer),
                    _ => definers.others.push((named.name(), definer)),
                }
            }
        }
        definers.others.sort_unstable();
        definers
    }

    fn is_any(&self, name: Name) -> bool {
        self.first.get(name as usize).is_some_and(Option::is_some)
    }

    fn of(&self, name: Name) -> impl Iterator<Item = Definer> + '_ {
        let others = self.others.partition_point(|it| it.0 < name);
        let others = self.others.get(others..).unwrap_or_default().iter().take_while(move |it| it.0 == name);
        self.first.get(name as usize).copied().flatten().into_iter().chain(others.map(|it| it.1))
    }

    /// Adds those whose definition a statement sees. If it sees none, what is said about the name tells of the first
    /// definition, or of the first after the statement.
    fn add_seen_by(&self, name: Name, all: &[Statement], user: usize, found: &mut Vec<usize>) {
        let parent = |it: usize| all.get(it).and_then(|it| it.parent);
        let around: SmallVec<[usize; 8]> = std::iter::successors(Some(user), |it| parent(*it)).collect();
        let is_seen = |it: &Definer| {
            around.contains(&it.statement)
                || !it.is_argument && parent(it.statement).is_some_and(|it| around.contains(&it))
        };
        let count = found.len();
        found.extend(self.of(name).filter(is_seen).map(|it| it.statement));
        if found.len() == count {
            let all = || self.of(name).map(|it| it.statement);
            found.extend(all().next());
            found.extend(all().find(|it| *it > user));
        }
    }
}
