//! A beam search over sequences of transformations: structure first, then tiles, then registers, then vectors.

mod cores;
mod parallel;

use base::database::RootDatabase;
use base::source_file::{Settings, SettingsInput, SourceFile};
use ir::starts::located;
use ir::{Ir, OpId, OpKind, ir_of};
use rustc_hash::FxHashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use syntax::{TextRange, TextSize};
use transforms::parameter::Parameters;
use transforms::request::Request;
use transforms::{
    distribute, fuse, interchange, licm, raise, scalar_replace, serialize, skew, tile, unroll_jam, vectorize,
};

use crate::model::{Bound, Cost, FunctionCost};
use crate::target::Target;
use crate::workshop::{LoopPlace, Offered, Workshop, root};

/// A transformation of a proposal.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Of the text before the step.
    pub action: Request,
    pub title: String,
    /// Where it rewrites, in the file before the step.
    pub start: TextSize,
    /// The line of that within the function, from 0, and the column in characters, from 1.
    pub line_in_function: usize,
    pub column: usize,
    /// How many times faster what is looked at is predicted to be than before the step, below one where it is slower. Those
    /// of all steps multiply to [`Proposal::speedup`].
    pub factor: f64,
    /// Its effect: `then bound by loads`.
    pub why: String,
    /// The whole function after the step.
    pub after: Arc<str>,
}

impl Step {
    /// From a text to the one after an offer.
    fn of(
        workshop: &Workshop<'_>,
        text: &str,
        Offered { request, title, start }: Offered,
        (factor, why): (f64, String),
        after: Arc<str>,
    ) -> Self {
        let (line_in_function, column) = workshop.line(text, start);
        Self { action: request, title, start, line_in_function, column, factor, why, after }
    }

    /// `3.72 times as fast, then bound by loads`
    pub fn effect(&self) -> String {
        let (factor, why) = (self.factor, &self.why);
        match factor {
            it if it >= LEAST_TOLD => format!("{it:.2} times as fast, {why}"),
            it if it <= 1.0 / LEAST_TOLD => format!("takes {:.2} times as long, {why}", 1.0 / it),
            _ => why.clone(),
        }
    }
}

/// The evidence that a proposal computes the same as the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// It is proven.
    Proven,
    /// It is proven of the same steps on smaller sizes.
    ProvenForSmallerSizes,
    /// Running both shows no difference, perhaps on smaller sizes.
    Executed,
}

impl Evidence {
    /// `proven`
    pub fn words(self) -> &'static str {
        match self {
            Evidence::Proven => "proven",
            Evidence::ProvenForSmallerSizes => "proven for smaller sizes",
            Evidence::Executed => "equal when run",
        }
    }
}

/// A sequence of transformations.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub steps: Vec<Step>,
    /// The whole function afterwards.
    pub text: Arc<str>,
    /// Of the nest, or of all nests that were looked at.
    pub before: Cost,
    pub after: Cost,
    /// The resource that limits it afterwards.
    pub bound: Bound,
    /// The names of the caches whose lines the costs count.
    pub caches: Vec<&'static str>,
    /// Evidence that it computes the same, besides the legality of each step.
    pub evidence: Option<Evidence>,
}

impl Proposal {
    /// Whether its loops were not all of the affine dialect before.
    pub fn raises(&self) -> bool {
        self.steps.iter().any(|it| it.action.kind() == raise::KIND)
    }

    /// How many times faster the model takes it to be.
    pub fn speedup(&self) -> f64 {
        factor(&self.before, &self.after)
    }

    /// How many times faster it is predicted to be: the least and the greatest factor.
    ///
    /// The model leaves out too much to give one number. The shares are an estimate, not a measurement.
    pub fn predicted(&self) -> RangeInclusive<f64> {
        let speedup = self.speedup();
        speedup * LEAST_SHARE..=speedup * GREATEST_SHARE
    }
}

/// The scope of an optimization: the functions that a range touches, or one of their nests where the range lies in it.
#[derive(Debug, Clone, Copy)]
pub struct OptimizationScope<'a> {
    /// Only the function of that name, without `@`.
    pub function: Option<&'a str>,
    pub range: TextRange,
    /// Texts that are looked at for all functions together: none is begun after so many.
    pub most_looks: usize,
}

impl OptimizationScope<'_> {
    /// For the functions that a range touches, within the usual budget.
    pub fn at(range: TextRange) -> Self {
        Self { function: None, range, most_looks: MOST_LOOKS_OF_FILE }
    }
}

/// The proposals for a function, or for one of its nests.
#[derive(Debug, Clone)]
pub struct FunctionProposals {
    /// Without `@`.
    pub name: String,
    pub range: TextRange,
    /// The outermost loop that was looked at: the only one, or the first of all where these were looked at together.
    pub nest: Option<TextRange>,
    /// The best first.
    pub proposals: Vec<Proposal>,
    /// Whether the budget for all functions ended before or in the middle of the search.
    pub is_cut_short: bool,
}

/// The piece of a function that may change.
struct Scope {
    /// The text before and after it.
    before: Arc<str>,
    after: Arc<str>,
    /// The cost of its other nests.
    others: Cost,
}

impl Scope {
    /// Whether an offset of a text of the function lies in it.
    fn has(&self, text: &str, offset: usize) -> bool {
        self.before.len() <= offset && offset + self.after.len() < text.len().max(1)
    }

    /// Whether what is around it is as it was.
    fn is_kept(&self, text: &str) -> bool {
        text.starts_with(&*self.before) && text.ends_with(&*self.after)
    }
}

#[derive(Clone)]
struct State {
    text: Arc<str>,
    steps: Vec<Step>,
    cost: FunctionCost,
}

impl State {
    /// Predicted cycles; of two that are about the same the simpler one is better.
    fn cycles(&self) -> f64 {
        self.cost.total.cycles() * self.weight()
    }

    fn potential(&self) -> f64 {
        self.cost.potential.cycles() * self.weight()
    }

    fn weight(&self) -> f64 {
        1.0 + STEP_WEIGHT * self.steps.len() as f64
    }
}

const STRUCTURE: &[&str] =
    &[fuse::KIND, distribute::KIND, interchange::KIND, licm::KIND, scalar_replace::KIND, skew::KIND];
const TILE: &[&str] = &[tile::KIND];
const JAM: &[&str] = &[unroll_jam::KIND];
const VECTORIZE: &[&str] = &[vectorize::KIND];
const CLEANUP: &[&str] = &[licm::KIND, scalar_replace::KIND];

/// States that are followed at once.
const BEAM: usize = 4;
/// The share of its cycles that a step has to gain.
const STEP_WEIGHT: f64 = 0.03;
/// Sequences that are proposed for a function.
const MOST_PROPOSALS: usize = 3;
/// The factor from which on a step is said to make a function faster.
const LEAST_TOLD: f64 = 1.05;
/// The effect of steps that gain nothing by themselves.
const WAY: &str = "makes way for what follows";
/// The share by which the cycles of two proposals differ at least.
const ALIKE: f64 = 0.01;
/// Steps after which all loops are such as the search looks at.
const MOST_FIRST: usize = 32;
/// Steps of one phase.
const MOST_STRUCTURE: usize = 5;

/// A search, with the effort that remains.
struct Search<'w, 't> {
    scope: Scope,
    target: &'t Target,
    workshop: &'w mut Workshop<'t>,
    seen: FxHashSet<Arc<str>>,
    /// Texts that may be looked at.
    most_looks: usize,
}

/// Texts that are looked at for one function.
const MOST_LOOKS: usize = 250;

/// Texts that are looked at for one question, where nothing else is said.
const MOST_LOOKS_OF_FILE: usize = 1_000;

/// As many looks a proposal takes that is proven, about.
const LOOKS_PER_PROOF: usize = 25;

/// What is left of the effort for one question.
struct Left {
    looks: usize,
    bytes: usize,
}

/// Bytes of a function of which fewer texts are looked at, since each takes longer.
const LONG: usize = 8_000;

/// Bytes by which a text may become longer.
const MOST_GROWTH: usize = 24_000;

/// How many times faster what takes this many cycles afterwards is.
fn factor(before: &Cost, after: &Cost) -> f64 {
    before.cycles().max(1.0) / after.cycles().max(1.0)
}

/// The share of the model's factor that is to be expected at least, and at most.
const LEAST_SHARE: f64 = 0.4;
const GREATEST_SHARE: f64 = 1.2;

/// The least speedup for which a sequence is proposed.
const LEAST_SPEEDUP: f64 = 1.2;

/// Bytes of all texts that are tried for one request: a file may have hundreds of functions.
const MOST_READ: usize = 60_000_000;

/// The best sequences for the functions of a file that are wanted, or for the one nest that is.
pub fn optimize(
    db: &RootDatabase,
    file: SourceFile,
    target: &Target,
    wanted: OptimizationScope<'_>,
) -> Vec<FunctionProposals> {
    let settings = settings_of_search(db, target);
    let mut left = Left { looks: wanted.most_looks, bytes: MOST_READ };
    let mut found = Vec::new();
    for (ordinal, (op, starts)) in located(db, file).enumerate() {
        let ir = ir_of(db, op);
        let Some(root) = root(ir) else { continue };
        let range = starts.range(ir.ops[root].pointer);
        let identity = op.text(db).identity(db);
        let name = identity.own_name().split_once('@').map_or("", |it| it.1).trim_matches('"').to_owned();
        if range.intersect(wanted.range).is_none() || wanted.function.is_some_and(|it| it != name) {
            continue;
        }
        let nests: Vec<TextRange> = nests(ir).map(|it| starts.range(ir.ops[it].pointer)).collect();
        let own = nests.iter().position(|it| it.contains_range(wanted.range)).filter(|_| nests.len() > 1);
        let nest = nests.get(own.unwrap_or(0)).copied();
        if left.looks == 0 {
            let is_cut_short = ir.walk().into_iter().any(|it| ir.is_counted_loop(it));
            found.push(FunctionProposals { name, range, nest, proposals: Vec::new(), is_cut_short });
            continue;
        }
        let workshop = Workshop::new(db, file, ordinal, settings.clone(), target);
        let inside = own.map(|it| (it, nests[it] - range.start()));
        let proposed = workshop.and_then(|it| proposals(it, target, (inside, &mut left)));
        let Proposed { proposals, is_cut_short } = proposed.unwrap_or_default();
        found.push(FunctionProposals { name, range, nest, proposals, is_cut_short });
    }
    found
}

/// The user's settings, and what the target asks for.
pub(crate) fn settings_of_search(db: &RootDatabase, target: &Target) -> Settings {
    let settings = SettingsInput::get(db).settings(db);
    Settings { vector_bits: target.vector_bits as u32, hints: false, ..settings.clone() }
}

/// The outermost loops.
fn nests(ir: &Ir) -> impl Iterator<Item = OpId> {
    let is_loop = |it: &OpId| matches!(ir.ops[*it].kind, OpKind::For(_));
    ir.walk().into_iter().filter(move |it| is_loop(it) && !ir.ancestors(*it).any(|it| is_loop(&it)))
}

/// What a search has found, and whether the budget ended it.
#[derive(Default)]
struct Proposed {
    proposals: Vec<Proposal>,
    is_cut_short: bool,
}

/// The proposals for all of a function, or for one nest, of which the number and the range within the function are given;
/// and the effort that may be spent on them, of which what was spent is taken.
fn proposals<'t>(
    mut workshop: Workshop<'t>,
    target: &'t Target,
    (nest, left): (Option<(usize, TextRange)>, &mut Left),
) -> Option<Proposed> {
    let mut text = workshop.text();
    let names = workshop.loop_names();
    // Loops that are affine only once raised are tried as raised ones, and parallel loops in sequential order.
    let mut steps = Vec::new();
    while nest.is_none() && steps.len() < MOST_FIRST {
        let kinds = if steps.is_empty() { &[raise::KIND, serialize::KIND][..] } else { &[serialize::KIND] };
        let Some(step) = kinds.iter().find_map(|it| first(&mut workshop, &text, it)) else { break };
        text = Arc::clone(&step.after);
        steps.push(step);
    }
    let needed = steps.len();
    let cost = workshop.cost(&text).filter(|it| !it.nests.is_empty())?;
    let (before, after) = match nest {
        Some((_, range)) => (text.get(..range.start().into())?, text.get(range.end().into()..)?),
        None => ("", ""),
    };
    let mut others = Cost::none(target);
    for (at, (_, cost)) in cost.nests.iter().enumerate() {
        if nest.is_some_and(|it| it.0 != at) {
            others.add(cost);
        }
    }
    let scope = Scope { before: before.into(), after: after.into(), others };
    let start = State { text, steps, cost };
    let before = start.cost.total.without(&scope.others);
    let bytes_per_look = workshop.bytes_per_look();
    let own_looks = MOST_LOOKS * LONG / start.text.len().max(LONG);
    let most_looks = own_looks.min(left.bytes / bytes_per_look);
    let seen = FxHashSet::default();
    let mut search = Search { scope, target, workshop: &mut workshop, seen, most_looks };
    let mut proposals = Vec::new();
    for mut state in search.run(start) {
        if target.cores > 1.0 {
            state = search.on_cores(state);
        }
        if names.is_any_parallel() {
            state = search.parallel_again(state, &names);
        }
        let after = state.cost.total.without(&search.scope.others);
        if state.steps.len() > needed && before.cycles() > LEAST_SPEEDUP * after.cycles() {
            let bound = after.bound(target);
            let State { steps, text, .. } = state;
            let caches = target.caches.iter().map(|it| it.name).collect();
            let before = before.clone();
            proposals.push(Proposal { steps, text, before, after, bound, caches, evidence: None });
        }
    }
    let is_cut_short = most_looks < own_looks && search.is_spent();
    left.bytes = left.bytes.saturating_sub(workshop.looks * bytes_per_look);
    left.looks = left.looks.saturating_sub(workshop.looks + LOOKS_PER_PROOF * proposals.len());
    Some(Proposed { proposals, is_cut_short })
}

/// The first step of a kind that makes loops what the search looks at.
fn first(workshop: &mut Workshop<'_>, text: &Arc<str>, kind: &str) -> Option<Step> {
    let start = workshop.start();
    let mut offers = workshop.offers(text, &[kind], Parameters::NONE).into_iter();
    // All loops are raised at once.
    let offered = offers.find(|it| kind != raise::KIND || it.request.place() == Some(start))?;
    let after = workshop.take(text, &offered.request)?;
    // Its cost before is not known.
    Some(Step::of(workshop, text, offered, (1.0, WAY.to_owned()), after))
}

impl Search<'_, '_> {
    fn run(&mut self, start: State) -> Vec<State> {
        let structures = self.structures(start);
        let mut best: Vec<State> = Vec::new();
        for structure in structures {
            best.push(structure.clone());
            let nests = self.workshop.loops(&structure.text).last().map_or(0, |it| it.nest + 1);
            let mut states = vec![structure];
            // New text goes after a nest, so the nests before it keep their places.
            for nest in (0..nests).rev() {
                let mut next = Vec::new();
                for state in states {
                    next.extend(self.of_nest(state, nest));
                }
                states = best_of(next, 2, State::cycles);
            }
            best.extend(states);
        }
        // States of equal cost are the same idea, with more steps or in another order.
        let mut proposed: Vec<State> = Vec::new();
        for state in best_of(best, usize::MAX, State::cycles) {
            let cycles = state.cost.total.cycles();
            let is_alike = |it: &State| (it.cost.total.cycles() - cycles).abs() < ALIKE * cycles;
            if proposed.len() < MOST_PROPOSALS && !proposed.iter().any(is_alike) {
                proposed.push(state);
            }
        }
        proposed
    }

    /// How many times faster a step makes it that leads to this cost, and what it is for.
    fn effect(&self, before: &State, after: &FunctionCost) -> (f64, String) {
        let others = &self.scope.others;
        let after = after.total.without(others);
        let factor = factor(&before.cost.total.without(others), &after);
        let why = match factor < LEAST_TOLD {
            true => WAY.to_owned(),
            false => format!("then bound by {}", after.bound(self.target).words()),
        };
        (factor, why)
    }

    fn is_spent(&self) -> bool {
        // An action that fails, or leads to a text that was tried before, takes time too.
        self.workshop.looks >= self.most_looks || self.workshop.takes >= 2 * self.most_looks
    }

    /// The states after one more step, which is asked for with these parameters.
    fn after(
        &mut self,
        state: &State,
        kinds: &[&str],
        parameters: &Parameters,
        wanted: impl Fn(&Request, TextSize) -> bool,
    ) -> Vec<State> {
        let mut found = Vec::new();
        if self.is_spent() {
            return found;
        }
        for offered in self.workshop.offers(&state.text, kinds, parameters) {
            if self.is_spent() {
                break;
            }
            let offset = usize::from(offered.start - self.workshop.start());
            if !wanted(&offered.request, offered.start) || !self.scope.has(&state.text, offset) {
                continue;
            }
            let Some(text) = self.workshop.take(&state.text, &offered.request) else { continue };
            if !self.scope.is_kept(&text) || !self.seen.insert(Arc::clone(&text)) {
                continue;
            }
            if text.len() > MOST_GROWTH + state.text.len().min(MOST_GROWTH) {
                continue;
            }
            let Some(cost) = self.workshop.cost(&text) else { continue };
            let mut steps = state.steps.clone();
            let effect = self.effect(state, &cost);
            steps.push(Step::of(self.workshop, &state.text, offered, effect, Arc::clone(&text)));
            found.push(State { text, steps, cost });
        }
        found
    }

    /// Fusion, distribution, orders of loops, and values in registers.
    fn structures(&mut self, start: State) -> Vec<State> {
        let mut all = vec![start.clone()];
        let mut beam = vec![start];
        for _ in 0..MOST_STRUCTURE {
            let mut next = Vec::new();
            for state in &beam {
                next.extend(self.after(state, STRUCTURE, Parameters::NONE, |_, _| true));
            }
            beam = best_of(next, BEAM, State::potential);
            if beam.is_empty() {
                break;
            }
            all.extend(beam.iter().cloned());
        }
        best_of(all, 3, State::potential)
    }

    fn of_nest(&mut self, state: State, nest: usize) -> Vec<State> {
        let mut all = vec![state.clone()];
        let mut beam = vec![state];
        // Tiles.
        let mut tiled = Vec::new();
        for state in &beam {
            for size in [32, 64, 128] {
                let asked = Parameters::default().with_number(&tile::SIZE, size);
                let is_there = self.at_loop(state, nest, |_| true);
                tiled.extend(self.after(state, TILE, &asked, |_, at| is_there(at)));
            }
        }
        beam.extend(best_of(tiled, 2, State::potential));
        // Registers.
        let mut jammed = beam.clone();
        for _ in 0..2 {
            let mut next = Vec::new();
            for state in &jammed {
                for factor in [2, 4, 8] {
                    let asked = Parameters::default().with_number(&unroll_jam::FACTOR, factor);
                    // Jammed, tiles would only be guarded by conditions.
                    let is_there = self.at_loop(state, nest, |it| !it.is_tile);
                    next.extend(self.after(state, JAM, &asked, |_, at| is_there(at)));
                }
            }
            jammed = best_of(next, BEAM, State::potential);
            beam.extend(jammed.iter().cloned());
        }
        beam = best_of(beam, 6, State::potential);
        all.extend(beam.iter().cloned());
        // Vectors.
        for _ in 0..3 {
            let mut next = Vec::new();
            for state in &beam {
                let is_there = self.at_loop(state, nest, |_| true);
                let widths = self.widths();
                next.extend(self.after(state, VECTORIZE, Parameters::NONE, |request, at| {
                    let width = request.parameters().number(vectorize::WIDTH.name);
                    is_there(at) && width.is_some_and(|it| widths.contains(&it))
                }));
            }
            beam = best_of(next, BEAM, State::cycles);
            if beam.is_empty() {
                break;
            }
            all.extend(beam.iter().cloned());
        }
        let mut best = best_of(all, 3, State::cycles);
        let mut cleaned = Vec::new();
        for state in &best {
            cleaned.extend(self.after(state, CLEANUP, Parameters::NONE, |_, _| true));
        }
        best.extend(cleaned);
        best_of(best, 2, State::cycles)
    }

    /// Whether the innermost loop around a place is one of the nest, and is wanted.
    fn at_loop(
        &mut self,
        state: &State,
        nest: usize,
        wanted: fn(&LoopPlace) -> bool,
    ) -> impl Fn(TextSize) -> bool + use<> {
        let loops = self.workshop.loops(&state.text);
        move |at| {
            let own = loops.iter().rev().find(|it| it.range.contains(at));
            own.is_some_and(|it| it.nest == nest && wanted(it))
        }
    }

    /// Lanes of numbers of 64 and of 32 bits.
    fn widths(&self) -> [i64; 2] {
        let bits = self.target.vector_bits as u32;
        [64, 32].map(|it| i64::from((bits / it).max(2)))
    }
}

fn best_of(mut states: Vec<State>, most: usize, by: fn(&State) -> f64) -> Vec<State> {
    states.sort_by(|a, b| by(a).total_cmp(&by(b)));
    states.dedup_by(|a, b| a.text == b.text);
    states.truncate(most);
    states
}
