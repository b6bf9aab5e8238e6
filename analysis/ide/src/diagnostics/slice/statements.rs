//! The statements of a function with the names that they define and mention, kept from edit to edit.

use base::isolated_op::Green;
use rustc_hash::FxHashMap;
use std::ops::Range;
use syntax::ods::Registry;
use syntax::{Located, LocatedElement, SyntaxKind, TextRange, TextSize};

/// The number of a name.
pub(super) type Name = u32;

/// A statement, or the head and the labels of one that has regions.
#[derive(Default)]
pub(super) struct Statement {
    /// Of the green node, which [`Statements::root`] keeps alive.
    address: usize,
    /// With the regions, because what is said about it may be at their ends and depend on all inside. Of the function
    /// only the head.
    pub(super) range: TextRange,
    /// Where the first region starts, or the statement ends.
    pub(super) head_end: TextSize,
    /// The statement in whose region it is.
    pub(super) parent: Option<usize>,
    pub(super) ends_block: bool,
    /// Whether it names blocks that follow.
    pub(super) has_successors: bool,
    /// Whether what is said about it depends on who else mentions its operands.
    pub(super) is_transfer: bool,
    /// Whether nothing may follow it in its block.
    pub(super) is_terminator: bool,
    pub(super) names: Box<[Named]>,
    /// How many statements are in its regions; they follow.
    inside: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// By a result, which what follows in the block sees.
    Defined(Name),
    /// By an argument of a block, which nothing outside of the statement sees.
    Argument(Name),
    Mentioned(Name),
}

#[derive(Default)]
pub(crate) struct Statements {
    root: Option<Green>,
    /// In text order.
    pub(super) all: Vec<Statement>,
    numbers: FxHashMap<Box<str>, Name>,
}

/// Unused names are forgotten when there are this many.
const MOST_NAMES: usize = 1 << 16;
/// Statements that were there before are looked for so near to where they were.
const NEAR: usize = 8;

impl Statements {
    /// Reads the statements in all regions of the root. Those that were there at the last time are only moved.
    pub(super) fn read(&mut self, root: &Green, registry: &Registry) {
        if self.numbers.len() > MOST_NAMES {
            *self = Self::default();
        }
        let mut earlier = Earlier { all: std::mem::take(&mut self.all), next: 0, registry };
        self.all.reserve(earlier.all.len() + 1);
        self.add(Located::root(&root.0), None, true, &mut earlier);
        if let Some(function) = self.all.first_mut() {
            function.range = TextRange::new(function.range.start(), function.head_end);
        }
        self.root = Some(root.clone());
    }

    /// How many names have a number, which is less than that.
    pub(super) fn name_count(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn name(&self, text: &str) -> Option<Name> {
        self.numbers.get(text).copied()
    }

    /// The numbers of the names in a statement, without those that no statement has.
    pub(super) fn known_names(&self, statement: Located<'_>) -> Vec<Named> {
        let mut found = Vec::new();
        let mut add = |text: &str, as_: As| {
            found.extend(self.name(text).map(as_));
        };
        names(statement, Named::Mentioned, &mut Vec::new(), &mut add);
        found
    }

    /// The parser bounds the depth.
    fn add(
        &mut self,
        operation: Located<'_>,
        parent: Option<usize>,
        ends_block: bool,
        earlier: &mut Earlier<'_>,
    ) {
        let address = std::ptr::from_ref(operation.green).addr();
        let range = operation.text_range();
        if let Some(places) = earlier.find(address) {
            let first = self.all.len();
            self.all.extend(earlier.take(places, range.start(), first));
            if let Some(statement) = self.all.get_mut(first) {
                (statement.parent, statement.ends_block) = (parent, ends_block);
            }
            return;
        }
        let mut found = Vec::new();
        let mut regions = Vec::new();
        let numbers = &mut self.numbers;
        let mut add = |text: &str, as_: As| {
            let next = Name::try_from(numbers.len()).unwrap_or(Name::MAX);
            let number = match numbers.get(text) {
                Some(number) => *number,
                None => *numbers.entry(text.into()).or_insert(next),
            };
            found.push(as_(number));
        };
        names(operation, Named::Mentioned, &mut regions, &mut add);
        for block in regions.iter().flat_map(|it| it.children_of_kind(SyntaxKind::BLOCK)) {
            if let Some(label) = block.child(SyntaxKind::BLOCK_LABEL) {
                names(label, Named::Mentioned, &mut Vec::new(), &mut add);
            }
        }
        let index = self.all.len();
        self.all.push(Statement {
            address,
            range,
            head_end: regions.first().map_or(range.end(), |it| it.start),
            parent,
            ends_block,
            has_successors: !operation.own(SyntaxKind::SUCCESSOR).is_empty(),
            is_transfer: operation.op_name().contains("dma_start"),
            is_terminator: is_terminator(earlier.registry, operation),
            names: found.into(),
            inside: 0,
        });
        for block in regions.into_iter().flat_map(|it| it.children_of_kind(SyntaxKind::BLOCK)) {
            let mut statements = block.children_of_kind(SyntaxKind::OPERATION).peekable();
            while let Some(statement) = statements.next() {
                let is_last = statements.peek().is_none();
                self.add(statement, Some(index), is_last, earlier);
            }
        }
        let count = self.all.len();
        if let Some(statement) = self.all.get_mut(index) {
            statement.inside = count - index - 1;
        }
    }
}

impl Named {
    pub(super) fn name(self) -> Name {
        let (Named::Defined(name) | Named::Argument(name) | Named::Mentioned(name)) = self;
        name
    }
}

/// How a name occurs in a statement.
type As = fn(Name) -> Named;

impl Statement {
    pub(super) fn mentioned(&self) -> impl Iterator<Item = Name> + '_ {
        self.names.iter().filter_map(|it| match it {
            Named::Mentioned(name) => Some(*name),
            Named::Defined(_) | Named::Argument(_) => None,
        })
    }
}

/// The statements of the last time; those that were found again are gone.
struct Earlier<'r> {
    registry: &'r Registry,
    all: Vec<Statement>,
    /// Where the next is expected.
    next: usize,
}

impl Earlier<'_> {
    /// The places of the statement with this node and of those in its regions, if all of them are left.
    fn find(&mut self, address: usize) -> Option<Range<usize>> {
        let is_wanted = |index: &usize| self.all.get(*index).is_some_and(|it| it.address == address);
        let near = self.next.saturating_sub(NEAR)..self.next + NEAR;
        let found = Some(self.next).filter(is_wanted).or_else(|| near.into_iter().find(is_wanted));
        self.next = found.unwrap_or(self.next) + 1;
        let first = found?;
        let behind = first + 1 + self.all.get(first)?.inside;
        // A node may be in several places.
        if self.all.get(first..behind)?.iter().any(|it| it.address == 0) {
            return None;
        }
        self.next = behind;
        Some(first..behind)
    }

    /// A statement and those in its regions, where they are now: the first starts at a place and has an index.
    fn take(
        &mut self,
        places: Range<usize>,
        start: TextSize,
        index: usize,
    ) -> impl Iterator<Item = Statement> + '_ {
        let first = places.start;
        let before = self.all.get(first).map(|it| it.range.start()).unwrap_or_default();
        let moved = move |it: TextSize| it - before + start;
        let all = self.all.get_mut(places).unwrap_or_default();
        all.iter_mut().map(std::mem::take).map(move |it| Statement {
            range: TextRange::new(moved(it.range.start()), moved(it.range.end())),
            head_end: moved(it.head_end),
            parent: it.parent.map(|it| it.saturating_sub(first) + index),
            ..it
        })
    }
}

/// Tells the names in a node, without the number of a result, and how they are there. Also collects the regions, without
/// a look into them.
fn names<'a>(node: Located<'a>, as_: As, regions: &mut Vec<Located<'a>>, tell: &mut dyn FnMut(&str, As)) {
    for child in node.children_with_tokens() {
        match child {
            LocatedElement::Token(token) if token.kind() == SyntaxKind::PERCENT_ID => {
                let name = token.text().split('#').next().unwrap_or_default();
                tell(name, as_);
                // `%i-1` may be meant as a mention of `%i`.
                if let Some((short, _)) = name.split_once('-') {
                    tell(short, Named::Mentioned);
                }
            }
            LocatedElement::Node(child) if child.kind() == SyntaxKind::REGION => regions.push(child),
            LocatedElement::Node(child) => {
                let inner: As = match child.kind() {
                    SyntaxKind::OP_RESULTS => Named::Defined,
                    SyntaxKind::BLOCK_ARGUMENT => Named::Argument,
                    _ => as_,
                };
                names(child, inner, regions, tell);
            }
            LocatedElement::Token(_) => {}
        }
    }
}

/// With or without its dialect.
pub(super) fn is_terminator(registry: &Registry, operation: Located<'_>) -> bool {
    let definition = registry.written(operation.op_name());
    definition.is_some_and(|it| it.has_trait("Terminator"))
}
