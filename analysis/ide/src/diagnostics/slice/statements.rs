//! The statements of a function with the names that they define and mention, kept from edit to edit.

use base::isolated_op::Green;
use rustc_hash::FxHashMap;
use syntax::ods::Registry;
use syntax::{Located, LocatedElement, SyntaxKind, TextRange, TextSize};

/// The number of a name.
pub(super) type Name = u32;

/// A statement, or the head and the labels of one that has regions.
#[derive(Default)]
pub(super) struct Statement {
    /// Of the green node, which [`Statements::root`] keeps alive.
    address: usize,
    /// With the regions, because what is said about it may stand at their ends and depend on all inside. Of the function
    /// only the head.
    pub(super) range: TextRange,
    /// Where the first region starts, or the statement ends.
    pub(super) head_end: TextSize,
    /// The statement in whose region it is.
    pub(super) parent: Option<usize>,
    pub(super) ends_block: bool,
    has_regions: bool,
    /// Whether it names blocks that follow.
    pub(super) has_successors: bool,
    /// Whether what is said about it depends on who else mentions its operands.
    pub(super) is_transfer: bool,
    /// Whether nothing may follow it in its block.
    pub(super) is_terminator: bool,
    pub(super) names: Box<[Named]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Defined(Name),
    Mentioned(Name),
}

#[derive(Default)]
pub(crate) struct Statements {
    root: Option<Green>,
    /// In text order.
    pub(super) all: Vec<Statement>,
    numbers: FxHashMap<Box<str>, Name>,
}

/// Names that nobody has any more are forgotten when there are so many.
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
        let mut add = |text: &str, is_defined: bool| {
            found.extend(self.name(text).map(|it| Named::new(it, is_defined)));
        };
        names(statement, false, &mut Vec::new(), &mut add);
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
        if let Some(statement) = earlier.take(address) {
            self.all.push(Statement { range, head_end: range.end(), parent, ends_block, ..statement });
            return;
        }
        let mut found = Vec::new();
        let mut regions = Vec::new();
        let numbers = &mut self.numbers;
        let mut add = |text: &str, is_defined: bool| {
            let next = Name::try_from(numbers.len()).unwrap_or(Name::MAX);
            let number = match numbers.get(text) {
                Some(number) => *number,
                None => *numbers.entry(text.into()).or_insert(next),
            };
            found.push(Named::new(number, is_defined));
        };
        names(operation, false, &mut regions, &mut add);
        for block in regions.iter().flat_map(|it| it.children_of_kind(SyntaxKind::BLOCK)) {
            if let Some(label) = block.child(SyntaxKind::BLOCK_LABEL) {
                names(label, false, &mut Vec::new(), &mut add);
            }
        }
        let index = self.all.len();
        self.all.push(Statement {
            address,
            range,
            head_end: regions.first().map_or(range.end(), |it| it.start),
            parent,
            ends_block,
            has_regions: !regions.is_empty(),
            has_successors: !operation.own(SyntaxKind::SUCCESSOR).is_empty(),
            is_transfer: operation.op_name().contains("dma_start"),
            is_terminator: is_terminator(earlier.registry, operation),
            names: found.into(),
        });
        for block in regions.into_iter().flat_map(|it| it.children_of_kind(SyntaxKind::BLOCK)) {
            let mut statements = block.children_of_kind(SyntaxKind::OPERATION).peekable();
            while let Some(statement) = statements.next() {
                let is_last = statements.peek().is_none();
                self.add(statement, Some(index), is_last, earlier);
            }
        }
    }
}

impl Named {
    fn new(number: Name, is_defined: bool) -> Self {
        if is_defined { Named::Defined(number) } else { Named::Mentioned(number) }
    }

    pub(super) fn name(self) -> Name {
        let (Named::Defined(name) | Named::Mentioned(name)) = self;
        name
    }
}

impl Statement {
    pub(super) fn defined(&self) -> impl Iterator<Item = Name> + '_ {
        self.names.iter().filter_map(|it| match it {
            Named::Defined(name) => Some(*name),
            Named::Mentioned(_) => None,
        })
    }

    pub(super) fn mentioned(&self) -> impl Iterator<Item = Name> + '_ {
        self.names.iter().filter_map(|it| match it {
            Named::Mentioned(name) => Some(*name),
            Named::Defined(_) => None,
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
    /// The statement with this node, if it has no regions.
    fn take(&mut self, address: usize) -> Option<Statement> {
        let is_wanted =
            |index: &usize| self.all.get(*index).is_some_and(|it| it.address == address && !it.has_regions);
        let near = self.next.saturating_sub(NEAR)..self.next + NEAR;
        let found = Some(self.next).filter(is_wanted).or_else(|| near.into_iter().find(is_wanted));
        self.next = found.unwrap_or(self.next) + 1;
        self.all.get_mut(found?).map(std::mem::take)
    }
}

/// Tells the names in a node, without the number of a result, and whether it defines them. Also collects the regions,
/// without a look into them.
fn names<'a>(
    node: Located<'a>,
    defines: bool,
    regions: &mut Vec<Located<'a>>,
    tell: &mut dyn FnMut(&str, bool),
) {
    for child in node.children_with_tokens() {
        match child {
            LocatedElement::Token(token) if token.kind() == SyntaxKind::PERCENT_ID => {
                let name = token.text().split('#').next().unwrap_or_default();
                tell(name, defines);
                // `%i-1` may be meant as a mention of `%i`.
                if let Some((short, _)) = name.split_once('-') {
                    tell(short, false);
                }
            }
            LocatedElement::Node(child) if child.kind() == SyntaxKind::REGION => regions.push(child),
            LocatedElement::Node(child) => {
                let defines =
                    defines || matches!(child.kind(), SyntaxKind::OP_RESULTS | SyntaxKind::BLOCK_ARGUMENT);
                names(child, defines, regions, tell);
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
