//! Why an action is refused, without positions: lines are named when somebody reads it.

use crate::function_report::Starts;
use crate::ir::Pointer;
use crate::report::Refusal;
use std::cell::OnceCell;

/// A refusal whose places are relative to the isolated op.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Reason {
    pieces: Vec<Piece>,
    related: Vec<(Pointer, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// The number of the line at which the place starts.
    Line(Pointer),
}

impl Reason {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self::default().text(text)
    }

    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.pieces.push(Piece::Text(text.into()));
        self
    }

    /// Adds all that another reason says.
    pub(crate) fn followed_by(mut self, other: Reason) -> Self {
        self.pieces.extend(other.pieces);
        self.related.extend(other.related);
        self
    }

    /// ` (line 12)`
    pub(crate) fn line(mut self, place: Pointer) -> Self {
        self.pieces.extend([Piece::Text(" (line ".into()), Piece::Line(place), Piece::Text(")".into())]);
        self
    }

    pub(crate) fn related(mut self, place: Pointer, message: impl Into<String>) -> Self {
        self.related.push((place, message.into()));
        self
    }

    pub(crate) fn render(&self, starts: &Starts<'_>, lines: &Lines<'_>) -> Refusal {
        let reason = self
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Line(place) => lines.number(starts.range(*place).start().into()).to_string(),
            })
            .collect();
        let related = self.related.iter().map(|(place, text)| (starts.range(*place), text.clone())).collect();
        Refusal { reason, related }
    }
}

/// Finds the one-based line of an offset.
pub(crate) struct Lines<'a> {
    pub(crate) text: &'a str,
    /// Offsets of the line breaks, found when the first number is asked for.
    breaks: OnceCell<Vec<usize>>,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self { text, breaks: OnceCell::new() }
    }

    pub(crate) fn number(&self, offset: usize) -> usize {
        let breaks = self.breaks.get_or_init(|| self.text.match_indices('\n').map(|it| it.0).collect());
        breaks.partition_point(|it| *it < offset) + 1
    }
}
