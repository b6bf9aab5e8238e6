//! The statements of a function by the names that they mention, and which of them a change may concern.

use crate::diagnostics::change::{Change, is_same, range};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Located, LocatedElement, SyntaxKind, TextRange, TextSize};

/// Statements of a slice; where there are more, the whole function is looked at.
const MOST: usize = 500;
/// A name that is mentioned more often is not followed to all who mention it.
const FEW: usize = 16;
/// Values that come from what changed are followed through so many statements.
const PASSES: usize = 8;
/// So many uses show that a value is used.
const WITNESSES: usize = 2;

/// Statements before and now, where everything else is the same.
pub(super) struct Changed<'a> {
    before: Vec<Located<'a>>,
    now: Vec<Located<'a>>,
    /// From the word before them to the word behind them: so it ends between tokens.
    pub(super) change: Change,
}

/// The statements without regions in which two functions differ; `None` where something else is different.
pub(super) fn changed_statements<'a>(before: Located<'a>, now: Located<'a>) -> Option<Changed<'a>> {
    if before.kind() != now.kind() {
        return None;
    }
    let (old, new): (Vec<_>, Vec<_>) = (words(before).collect(), words(now).collect());
    let ahead = old.iter().zip(&new).take_while(|(a, b)| is_same(a, b)).count();
    let (old, new) = (old.get(ahead..)?, new.get(ahead..)?);
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| is_same(a, b)).count();
    let (old, new) = (old.get(..old.len() - behind)?, new.get(..new.len() - behind)?);
    if let ([LocatedElement::Node(a)], [LocatedElement::Node(b)]) = (old, new)
        && (now.kind() != SyntaxKind::BLOCK || region(*a).is_some() && region(*b).is_some())
    {
        // Of an operation only the regions may be different. The tree bounds the depth.
        let is_inner = matches!(
            (now.kind(), b.kind()),
            (SyntaxKind::OPERATION, SyntaxKind::REGION)
                | (SyntaxKind::REGION, SyntaxKind::BLOCK)
                | (SyntaxKind::BLOCK, SyntaxKind::OPERATION)
        );
        return is_inner.then(|| changed_statements(*a, *b))?;
    }
    let plain = |elements: &[LocatedElement<'a>]| -> Option<Vec<Located<'a>>> {
        let nodes = elements.iter().map(|it| it.into_node());
        nodes.map(|it| it.filter(|it| it.kind() == SyntaxKind::OPERATION && is_plain(*it))).collect()
    };
    // What ends a block concerns the operation around it.
    if now.kind() != SyntaxKind::BLOCK || behind == 0 {
        return None;
    }
    let start = words(now).take(ahead).last().map_or(now.start, |it| range(&it).end());
    let end = |block: Located<'_>, count: usize| {
        words(block).nth(ahead + count).map_or(block.text_range().end(), |it| range(&it).start())
    };
    let whole = TextRange::new(start, end(before, old.len()));
    let change = Change { range: whole, new_end: end(now, new.len()) };
    Some(Changed { before: plain(old)?, now: plain(new)?, change })
}

/// Without trivia.
fn words(node: Located<'_>) -> impl Iterator<Item = LocatedElement<'_>> {
    node.children_with_tokens().filter(|it| it.as_token().is_none_or(|it| !it.kind().is_trivia()))
}

fn region(operation: Located<'_>) -> Option<Located<'_>> {
    operation.own(SyntaxKind::REGION).into_iter().next()
}

/// Whether an operation has no region and names no block.
fn is_plain(operation: Located<'_>) -> bool {
    region(operation).is_none() && operation.own(SyntaxKind::SUCCESSOR).is_empty()
}

/// A statement, or the head of one that has regions.
#[derive(Default)]
struct Statement<'a> {
    /// With the regions, because what is said about it may stand at their ends and depend on all inside. Of the function
    /// only the head.
    range: TextRange,
    /// Without the number of a result.
    defines: Vec<&'a str>,
    mentions: Vec<&'a str>,
    /// Whether it stays in every slice: it has regions, or ends a block.
    stays: bool,
}

pub(super) struct Statements<'a> {
    all: Vec<Statement<'a>>,
    definers: FxHashMap<&'a str, Vec<usize>>,
}

/// What to look at.
pub(super) struct Slice {
    /// Whose findings are those of the function.
    pub(super) judged: Vec<TextRange>,
    /// Where statements start that are not blank.
    pub(super) kept: FxHashSet<u32>,
}

impl<'a> Statements<'a> {
    /// Those in all regions of an operation, in text order.
    pub(super) fn of(operation: Located<'a>) -> Self {
        let mut found = Self { all: Vec::new(), definers: FxHashMap::default() };
        found.add(operation, true);
        found
    }

    /// The parser bounds the depth.
    fn add(&mut self, operation: Located<'a>, ends_block: bool) {
        let mut statement = Statement { range: operation.text_range(), ..Statement::default() };
        let mut regions = Vec::new();
        statement.read(operation, false, &mut regions);
        if let Some(region) = regions.first().filter(|_| self.all.is_empty()) {
            statement.range = TextRange::new(operation.start, region.start);
        }
        statement.stays |= ends_block || !regions.is_empty();
        let index = self.all.len();
        for name in &statement.defines {
            self.definers.entry(name).or_default().push(index);
        }
        self.all.push(statement);
        for block in regions.into_iter().flat_map(|it| it.children_of_kind(SyntaxKind::BLOCK)) {
            let mut statements = block.children_of_kind(SyntaxKind::OPERATION).peekable();
            while let Some(statement) = statements.next() {
                let is_last = statements.peek().is_none();
                self.add(statement, is_last);
            }
        }
    }

    /// The statements that a change may concern, and those that tell what they mean.
    pub(super) fn slice(&self, changed: &Changed<'_>) -> Option<Slice> {
        let (mut names, mut defined) = (FxHashSet::default(), FxHashSet::default());
        let mut first = Statement::default();
        for statement in changed.before.iter().chain(&changed.now) {
            first.read(*statement, false, &mut Vec::new());
        }
        names.extend(first.mentions.iter().chain(&first.defines).copied());
        defined.extend(first.defines.iter().copied());
        let is_changed = |it: &Statement<'_>| {
            changed.now.iter().any(|now| now.start == it.range.start() && !it.range.is_empty())
        };
        let mut mentions: FxHashMap<&str, usize> = FxHashMap::default();
        for name in self.all.iter().flat_map(|it| &it.mentions).filter(|it| names.contains(**it)) {
            *mentions.entry(name).or_default() += 1;
        }
        let rare = |it: &str| names.contains(it) && mentions.get(it).copied().unwrap_or_default() <= FEW;
        // Users of what changed give values that are others too.
        let mut judged = Vec::new();
        for _ in 0..PASSES {
            let is_new =
                |it: &Statement<'_>| is_changed(it) || it.mentions.iter().any(|it| defined.contains(it));
            judged = self.judged(|it| {
                is_new(it) || it.defines.iter().chain(&it.mentions).any(|it| defined.contains(it) || rare(it))
            })?;
            let new = self.all.iter().filter(|it| is_new(it)).flat_map(|it| &it.defines);
            let new: Vec<&str> = new.copied().filter(|it| !defined.contains(it)).collect();
            if new.is_empty() {
                break;
            }
            defined.extend(new);
            judged.clear();
        }
        if judged.is_empty() {
            return None;
        }
        let kept = self.with_context(&judged)?;
        Some(Slice {
            judged: judged.iter().filter_map(|it| self.all.get(*it)).map(|it| it.range).collect(),
            kept: kept.iter().filter_map(|it| self.all.get(*it)).map(|it| it.range.start().into()).collect(),
        })
    }

    /// Those that are wanted, and all in their regions.
    fn judged(&self, is_wanted: impl Fn(&Statement<'_>) -> bool) -> Option<Vec<usize>> {
        let mut judged: Vec<usize> = Vec::new();
        let mut end = TextSize::default();
        for (index, statement) in self.all.iter().enumerate() {
            if statement.range.start() < end || is_wanted(statement) {
                judged.push(index);
                end = end.max(statement.range.end());
            }
        }
        (judged.len() <= MOST).then_some(judged)
    }

    /// With all that defines what they mention, some uses of what they define, and the frame of the function.
    fn with_context(&self, judged: &[usize]) -> Option<FxHashSet<usize>> {
        let mut kept: FxHashSet<usize> = FxHashSet::default();
        let mut open: Vec<usize> = judged.to_vec();
        let defines = judged.iter().filter_map(|it| self.all.get(*it)).flat_map(|it| &it.defines);
        let mut unseen: FxHashMap<&str, usize> = defines.map(|it| (*it, WITNESSES)).collect();
        for (index, statement) in self.all.iter().enumerate() {
            let mut is_witness = false;
            for name in &statement.mentions {
                if let Some(left) = unseen.get_mut(name).filter(|it| **it > 0) {
                    *left -= 1;
                    is_witness = true;
                }
            }
            if is_witness || statement.stays {
                open.push(index);
            }
        }
        while let Some(index) = open.pop() {
            if !kept.insert(index) {
                continue;
            }
            if kept.len() > MOST {
                return None;
            }
            let mentions = self.all.get(index).map(|it| &*it.mentions).unwrap_or_default();
            open.extend(mentions.iter().filter_map(|it| self.definers.get(it)).flatten().copied());
        }
        Some(kept)
    }
}

impl<'a> Statement<'a> {
    /// Adds the names in a node, and its regions without a look into them.
    fn read(&mut self, node: Located<'a>, defines: bool, regions: &mut Vec<Located<'a>>) {
        for child in node.children_with_tokens() {
            match child {
                LocatedElement::Token(token) if token.kind() == SyntaxKind::PERCENT_ID => {
                    let name = token.text().split('#').next().unwrap_or_default();
                    let names = if defines { &mut self.defines } else { &mut self.mentions };
                    names.push(name);
                }
                LocatedElement::Node(child) if child.kind() == SyntaxKind::REGION => regions.push(child),
                LocatedElement::Node(child) => {
                    self.stays |= child.kind() == SyntaxKind::SUCCESSOR;
                    let defines = defines
                        || matches!(child.kind(), SyntaxKind::OP_RESULTS | SyntaxKind::BLOCK_ARGUMENT);
                    self.read(child, defines, regions);
                }
                LocatedElement::Token(_) => {}
            }
        }
    }
}
