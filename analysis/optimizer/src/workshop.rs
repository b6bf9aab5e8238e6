//! A database of its own in which transformations of one function are tried.

use base::database::RootDatabase;
use base::source_file::{Settings, SourceFile};
use base::temporary::Temporary;
use ir::memory_effects::subtree;
use ir::starts::{Starts, located};
use ir::{Ir, OpId, OpKind, ir_of, value_name};
use polyhedral::loops::loops;
use std::sync::Arc;
use syntax::{TextEdit, TextRange, TextSize};
use transforms::offer::Offer;
use transforms::parallelize::LoopNames;
use transforms::parameter::Parameters;
use transforms::request::Request;
use transforms::taking::{self, Asked};

use crate::model::{self, FunctionCost};
use crate::target::Target;

/// How deep loops nest where a look takes its usual time.
const USUAL_DEPTH: usize = 8;

/// Where transformations are tried, one text of the function at a time.
pub(crate) struct Workshop<'t> {
    temporary: Temporary,
    target: &'t Target,
    /// Which of the isolated ops of the file it is.
    ordinal: usize,
    /// Where the function starts.
    start: TextSize,
    text: Arc<str>,
    /// How many texts were looked at.
    pub(crate) looks: usize,
    /// How many offers were taken.
    pub(crate) takes: usize,
}

/// An offer.
pub(crate) struct Offered {
    pub(crate) request: Request,
    pub(crate) title: String,
    /// The operation that it would rewrite starts here.
    pub(crate) start: TextSize,
}

/// A loop of the function.
#[derive(Debug, Clone)]
pub(crate) struct LoopPlace {
    pub(crate) range: TextRange,
    /// Which of the outermost loops it is, or is in.
    pub(crate) nest: usize,
    /// Whether it counts tiles.
    pub(crate) is_tile: bool,
    /// `%i`
    pub(crate) variable: String,
}

fn is_tile(ir: &Ir, op: OpId) -> bool {
    let OpKind::For(header) = &ir.ops[op].kind else { return false };
    let variable = ir.body(op).and_then(|it| ir.blocks[it].arguments.first());
    let begins_there = |it: OpId| match &ir.ops[it].kind {
        OpKind::For(inner) => {
            let operands = ir.ops[it].operands.get(inner.lower.operands.clone()).unwrap_or_default();
            operands.iter().any(|it| it.value.as_ref() == variable)
        }
        _ => false,
    };
    header.step.is_some_and(|it| it > 1) && subtree(ir, op).into_iter().skip(1).any(begins_there)
}

/// The only root of a function.
pub(crate) fn root(ir: &Ir) -> Option<OpId> {
    match *ir.blocks[*ir.regions[ir.top].blocks.first()?].ops {
        [root] if ir.ops[root].is("func.func") => Some(root),
        _ => None,
    }
}

/// Which of the isolated ops of a file the function of a range is.
pub(crate) fn ordinal_of(db: &RootDatabase, file: SourceFile, range: TextRange) -> Option<usize> {
    located(db, file).position(|(op, starts)| {
        let ir = ir_of(db, op);
        root(ir).is_some_and(|it| starts.range(ir.ops[it].pointer) == range)
    })
}

impl<'t> Workshop<'t> {
    /// For the isolated op of that number; `None` where it is not a function.
    pub(crate) fn new(
        parent: &RootDatabase,
        file: SourceFile,
        ordinal: usize,
        settings: Settings,
        target: &'t Target,
    ) -> Option<Self> {
        let mut temporary = Temporary::with_copy(parent, file);
        temporary.set_settings(settings);
        let mut workshop =
            Self { temporary, target, ordinal, start: 0.into(), text: Arc::from(""), looks: 0, takes: 0 };
        let range = workshop.range()?;
        let whole = workshop.temporary.file.parse(&workshop.temporary.db).text();
        workshop.start = range.start();
        workshop.text = whole.get(usize::from(range.start())..usize::from(range.end()))?.into();
        Some(workshop)
    }

    /// Where the function starts in its file.
    pub(crate) fn start(&self) -> TextSize {
        self.start
    }

    /// The text that is looked at.
    pub(crate) fn text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// How many bytes are read for one look, about: around a mistake in the syntax the whole file may be parsed again, and
    /// in deep nests each takes longer, with the systems of as many loops.
    pub(crate) fn bytes_per_look(&self) -> usize {
        let depth =
            self.function(|_, _, op| loops(&self.temporary.db, op).loops.iter().map(|it| it.depth).max());
        let depth = depth.flatten().unwrap_or(0).div_ceil(USUAL_DEPTH).max(1);
        let parse = self.temporary.file.parse(&self.temporary.db);
        let file = if parse.errors().is_empty() { 0 } else { usize::from(parse.green().text_len()) };
        (self.text.len() + file).max(1).saturating_mul(depth * depth)
    }

    fn look(&mut self, text: &Arc<str>) {
        if self.text == *text {
            return;
        }
        let Temporary { db, file, .. } = &self.temporary;
        let edit = TextEdit {
            range: TextRange::at(self.start, TextSize::of(&*self.text)),
            insert: text.to_string(),
        };
        let parse = file.parse(db).reparse(&edit);
        self.temporary.set_parse(parse);
        self.text = Arc::clone(text);
        self.looks += 1;
    }

    fn function<T>(
        &self,
        ask: impl FnOnce(&Ir, &Starts<'_>, base::isolated_op::IsolatedOp<'_>) -> T,
    ) -> Option<T> {
        let Temporary { db, file, .. } = &self.temporary;
        let (op, starts) = located(db, *file).nth(self.ordinal)?;
        Some(ask(ir_of(db, op), &starts, op))
    }

    fn range(&self) -> Option<TextRange> {
        self.function(|ir, starts, _| Some(starts.range(ir.ops[root(ir)?].pointer)))?
    }

    /// The cost of the function; `None` where the text has none.
    pub(crate) fn cost(&mut self, text: &Arc<str>) -> Option<FunctionCost> {
        self.look(text);
        let target = self.target;
        self.function(|ir, _, op| root(ir).map(|_| model::cost(&self.temporary.db, op, target)))?
    }

    /// The loops of the function, in text order.
    pub(crate) fn loops(&mut self, text: &Arc<str>) -> Vec<LoopPlace> {
        self.look(text);
        let places = self.function(|ir, starts, _| {
            let is_loop = |it: &OpId| matches!(ir.ops[*it].kind, OpKind::For(_));
            let mut nests: usize = 0;
            let mut places = Vec::new();
            for op in ir.walk().into_iter().filter(is_loop) {
                nests += usize::from(!ir.ancestors(op).any(|it| is_loop(&it)));
                let range = starts.range(ir.ops[op].pointer);
                let variable = ir.body(op).and_then(|it| ir.blocks[it].arguments.first());
                let variable = variable.map(|it| value_name(ir, *it)).unwrap_or_default();
                let nest = nests.saturating_sub(1);
                places.push(LoopPlace { range, nest, is_tile: is_tile(ir, op), variable });
            }
            places
        });
        places.unwrap_or_default()
    }

    /// The names of the loops of the function at hand.
    pub(crate) fn loop_names(&self) -> LoopNames {
        let range = TextRange::at(self.start, TextSize::of(&*self.text));
        LoopNames::of(&self.temporary.db, self.temporary.file, range)
    }

    /// The line of an offset within a text of the function, from 0, and the column in characters, from 1.
    pub(crate) fn line(&self, text: &str, offset: TextSize) -> (usize, usize) {
        let before =
            offset.checked_sub(self.start).and_then(|it| text.get(..usize::from(it))).unwrap_or_default();
        let on_line = before.rfind('\n').map_or(before, |it| &before[it + 1..]);
        (before.matches('\n').count(), on_line.chars().count() + 1)
    }

    /// The offers of actions of some kinds for the function, with these parameters.
    pub(crate) fn offers(
        &mut self,
        text: &Arc<str>,
        kinds: &[&str],
        parameters: &Parameters,
    ) -> Vec<Offered> {
        self.look(text);
        let range = TextRange::at(self.start, TextSize::of(&*self.text));
        let Temporary { db, file, .. } = &self.temporary;
        let mut found = Vec::new();
        let asked = Asked::All(parameters);
        taking::visit(db, *file, range, |it| kinds.contains(&it.kind), asked, &mut |context, candidate| {
            if let Offer::Offered { title, .. } = candidate.offer
                && candidate.diagnostic.is_none()
            {
                let start = context.starts.range(candidate.place).start();
                found.push(Offered { request: candidate.request, title, start });
            }
            None::<()>
        });
        found
    }

    /// The text after an offer is taken.
    pub(crate) fn take(&mut self, text: &Arc<str>, request: &Request) -> Option<Arc<str>> {
        self.takes += 1;
        self.look(text);
        let Temporary { db, file, .. } = &self.temporary;
        let edits = taking::edits(db, *file, request).ok()?;
        let mut after = text.to_string();
        for edit in edits.iter().rev() {
            let start = edit.range.start().checked_sub(self.start)?;
            let range = usize::from(start)..usize::from(start) + usize::from(edit.range.len());
            after.get(range.clone())?;
            after.replace_range(range, &edit.insert);
        }
        Some(after.into())
    }
}
