//! Why an action is refused, without positions: lines are named when the text is written.

use base::file_text::FileText;
use ir::Pointer;
use ir::starts::Starts;
use polyhedral::report::Refusal;

/// A refusal whose places are relative to the isolated op.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reason {
    pieces: Vec<Part>,
    related: Vec<(Pointer, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    /// The number of the line at which the place starts.
    Line(Pointer),
}

impl Reason {
    pub fn new(text: impl Into<String>) -> Self {
        Self::default().text(text)
    }

    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.pieces.push(Part::Text(text.into()));
        self
    }

    /// Adds all that another reason says.
    pub fn followed_by(mut self, other: Reason) -> Self {
        self.pieces.extend(other.pieces);
        self.related.extend(other.related);
        self
    }

    /// ` (line 12)`
    pub fn line(mut self, place: Pointer) -> Self {
        self.pieces.extend([Part::Text(" (line ".into()), Part::Line(place), Part::Text(")".into())]);
        self
    }

    pub fn related(mut self, place: Pointer, message: impl Into<String>) -> Self {
        self.related.push((place, message.into()));
        self
    }

    pub fn render(&self, starts: &Starts<'_>, text: &FileText<'_>) -> Refusal {
        let reason = self
            .pieces
            .iter()
            .map(|piece| match piece {
                Part::Text(text) => text.clone(),
                Part::Line(place) => text.line(starts.range(*place).start()).to_string(),
            })
            .collect();
        let related = self.related.iter().map(|(place, text)| (starts.range(*place), text.clone())).collect();
        Refusal { reason, related }
    }
}
