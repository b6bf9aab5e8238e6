//! The steps of a proposal once more, on the same function with smaller sizes: what is too much to run or to prove as it
//! is can be run then. Where that leads to the same text but for its numbers, it tells of the proposal.

use base::database::RootDatabase;
use base::registry::registry;
use base::source_file::SourceFile;
use base::temporary::Temporary;
use std::sync::Arc;
use syntax::{SyntaxElement, SyntaxKind, TextEdit, TextRange, TextSize};
use transforms::parameter::Value;
use transforms::request::Request;
use transforms::tile;

use crate::search::{Proposal, settings_of_search};
use crate::sizes::{Divisors, smaller};
use crate::target::Target;
use crate::workshop::{Workshop, ordinal_of};

/// A file in which a function has smaller sizes, and what the steps make of that function.
pub struct Rehearsal {
    pub before: Temporary,
    pub edit: TextEdit,
}

/// The steps of a proposal for the function of a range on smaller sizes; none where all are small, or the steps lead
/// elsewhere then.
pub fn rehearsals<'a>(
    db: &'a RootDatabase,
    file: SourceFile,
    range: TextRange,
    proposal: &'a Proposal,
    target: &'a Target,
) -> impl Iterator<Item = Rehearsal> + 'a {
    let numbers = numbers(file, db, range);
    let values: Vec<i64> = numbers.iter().map(|it| it.1).collect();
    let divisors = Divisors::of(&proposal.steps);
    smaller(&values, &divisors).into_iter().filter_map(move |smaller| {
        let new = |(range, value): &(TextRange, i64)| {
            Some(TextEdit { range: *range, insert: smaller.get(value)?.to_string() })
        };
        let edits: Vec<TextEdit> = numbers.iter().filter_map(new).collect();
        let parse = file.parse(db).reparse_all(&edits);
        let mut before = Temporary::with_copy(db, file);
        before.set_parse(parse);
        let original = Original { db, file, range };
        let edit = original.replayed(&before, proposal, &divisors, target)?;
        Some(Rehearsal { before, edit })
    })
}

/// The numbers of a function and of the aliases of its file, in text order.
fn numbers(file: SourceFile, db: &RootDatabase, range: TextRange) -> Vec<(TextRange, i64)> {
    let tree = file.parse(db).syntax_node();
    let is_alias =
        |kind| matches!(kind, SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION | SyntaxKind::TYPE_ALIAS_DEFINITION);
    let tokens = tree.children().filter(|it| is_alias(it.kind()) || it.text_range().contains_range(range));
    let tokens = tokens.flat_map(|it| it.descendants_with_tokens()).filter_map(SyntaxElement::into_token);
    let integers = tokens.filter(|it| it.kind() == SyntaxKind::INTEGER).filter(|it| {
        range.contains_range(it.text_range()) || it.parent_ancestors().any(|it| is_alias(it.kind()))
    });
    integers.filter_map(|it| Some((it.text_range(), it.text().parse().ok()?))).collect()
}

/// The function that the proposal is for.
#[derive(Clone, Copy)]
struct Original<'a> {
    db: &'a RootDatabase,
    file: SourceFile,
    range: TextRange,
}

impl Original<'_> {
    /// The edit that takes the same steps in another file.
    fn replayed(
        self,
        before: &Temporary,
        proposal: &Proposal,
        divisors: &Divisors,
        target: &Target,
    ) -> Option<TextEdit> {
        let ordinal = ordinal_of(self.db, self.file, self.range)?;
        let settings = settings_of_search(&before.db, target);
        let mut workshop = Workshop::new(&before.db, before.file, ordinal, settings, target)?;
        let whole = self.file.parse(self.db).text();
        let mut model: Arc<str> = whole.get(usize::from(self.range.start())..self.range.end().into())?.into();
        let mut text = workshop.text();
        let range = TextRange::at(workshop.start(), TextSize::of(&*text));
        for step in &proposal.steps {
            let mut parameters = step.action.parameters().clone();
            if parameters.get(tile::SIZE.name).is_some() {
                parameters = parameters.with_number(&tile::SIZE, divisors.tile());
            }
            let wanted = shape(&step.action, self.range.start(), &model);
            let offers = workshop.offers(&text, &[step.action.kind()], &parameters);
            let start = workshop.start();
            let same = offers.into_iter().find(|it| shape(&it.request, start, &text) == wanted)?;
            text = workshop.take(&text, &same.request)?;
            model = Arc::clone(&step.after);
        }
        let is_same = words(self.db, &text) == words(self.db, &proposal.text);
        is_same.then(|| TextEdit { range, insert: text.to_string() })
    }
}

/// A request whose places are lines and words of these, which are the same for other numbers.
#[derive(PartialEq)]
struct Shape<'a> {
    kind: &'a str,
    at: Vec<Option<(usize, usize)>>,
    /// But for the size of a tile.
    parameters: Vec<(&'static str, &'a Value)>,
}

/// The shape of a request about a text that starts at `start`.
fn shape<'a>(request: &'a Request, start: TextSize, text: &str) -> Shape<'a> {
    let place = |offset: &TextSize| {
        let before = text.get(..usize::from(offset.checked_sub(start)?))?;
        let on_line = before.rfind('\n').map_or(before, |it| &before[it + 1..]);
        Some((before.matches('\n').count(), on_line.split_whitespace().count()))
    };
    let at = match request {
        Request::Transform { at, .. } => at.iter().map(place).collect(),
        Request::Fix { .. } | Request::File(_) => Vec::new(),
    };
    let parameters = request.parameters().iter().filter(|it| it.0 != tile::SIZE.name).collect();
    Shape { kind: request.kind(), at, parameters }
}

/// The tokens of a text, without numbers and what is trivial.
fn words(db: &RootDatabase, text: &str) -> Vec<String> {
    let tree = syntax::parse_with(text, registry(db)).syntax_node();
    let tokens = tree.descendants_with_tokens().filter_map(SyntaxElement::into_token);
    let is_telling = |kind: SyntaxKind| !kind.is_trivia() && kind != SyntaxKind::INTEGER;
    tokens.filter(|it| is_telling(it.kind())).map(|it| it.text().to_owned()).collect()
}
