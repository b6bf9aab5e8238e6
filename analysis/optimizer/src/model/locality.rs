//! Lines that move into each cache, from the footprints of loops.
//!
//! A line that an iteration of a loop has touched is there for the next one where all that an iteration touches fits
//! into the cache; then a run of the loop moves each of its lines once. Else each iteration moves its own (Wolf and Lam,
//! *A Data Locality Optimizing Algorithm*, PLDI 1991; capacity alone, as in Bao et al., *Analytical Modeling of Cache
//! Behavior for Affine Programs*, POPL 2018).
//!
//! A line that no prefetcher brings is waited for, together with the other such lines whose operations are under way at
//! the same time (Eyerman et al., *A Mechanistic Performance Model for Superscalar Out-of-Order Processors*, TOCS 2009).

use super::nest::{Access, Body, LoopNode};
use crate::target::{Cache, Target};
use ir::{OpId, ValueId};
use rustc_hash::FxHashMap;

/// A cache of a target.
#[derive(Clone, Copy)]
struct Level<'t> {
    cache: &'t Cache,
    target: &'t Target,
}

impl Level<'_> {
    /// Whether it keeps this many bytes of a loop.
    fn keeps(self, bytes: f64) -> bool {
        bytes <= self.cache.bytes * self.target.cache_share
    }
}

/// Lines that move into a cache.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Lines {
    /// That follow each other, so that they are fetched ahead.
    pub near: f64,
    pub far: f64,
}

impl Lines {
    fn all(self) -> f64 {
        self.near + self.far
    }

    fn times(self, factor: f64) -> Lines {
        Lines { near: self.near * factor, far: self.far * factor }
    }
}

/// The traffic into a cache.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moves {
    pub lines: f64,
    pub cycles: f64,
}

/// Accesses of one memref that move alike.
struct Group<'a> {
    first: &'a Access,
    /// How far the subscripts of all lie apart, dimension by dimension.
    spread: Vec<(f64, f64)>,
    /// The same over a run of the loops that are looked at.
    reach: Vec<(f64, f64)>,
    /// How many there are.
    accesses: f64,
    is_stored: bool,
    /// The innermost loop around, and its trip count.
    innermost: Option<(OpId, f64)>,
    /// How many rows the innermost loop walks along at once, of all memrefs.
    rows: f64,
    /// Operations of all executions of the body that they are in.
    operations: f64,
    /// How many of these load from it, and store to it.
    loads: f64,
    stores: f64,
}

/// The traffic of a body into each cache.
pub fn moved(body: &Body, target: &Target) -> Vec<Moves> {
    let levels = target.caches.iter().map(|cache| Level { cache, target });
    levels.map(|it| of_body(body, &mut Vec::new(), it).moves(it)).collect()
}

/// The same of a nest alone.
pub fn moved_by(nest: &LoopNode, target: &Target) -> Vec<Moves> {
    let levels = target.caches.iter().map(|cache| Level { cache, target });
    levels.map(|it| of_loop(nest, &mut Vec::new(), it).moves(it)).collect()
}

/// The footprint and the traffic of one run of a subtree, by memref.
struct Moved<'a> {
    groups: Vec<(Group<'a>, Lines)>,
}

impl Moved<'_> {
    fn moves(&self, Level { cache, target }: Level<'_>) -> Moves {
        // A written line is read first, and goes back.
        let all = |group: &Group<'_>, lines: &Lines| lines.all() * if group.is_stored { 2.0 } else { 1.0 };
        let mut sum = Moves::default();
        let waits = |far: f64, operations: f64, under_way: f64| {
            let at_once = (under_way * far / operations.max(1.0)).clamp(1.0, cache.most_at_once);
            far * (cache.latency / at_once - cache.line_cycles).max(0.0)
        };
        let mut of_bodies: FxHashMap<Option<OpId>, (f64, f64, f64)> = FxHashMap::default();
        for (group, lines) in &self.groups {
            sum.lines += all(group, lines);
            let body = of_bodies.entry(group.innermost.map(|it| it.0)).or_default();
            body.0 += lines.far;
            body.1 = body.1.max(group.operations);
            body.2 += group.loads;
            if group.is_stored {
                // Stores leave in order.
                sum.cycles += waits(lines.far, group.stores, target.stores_under_way);
            }
        }
        sum.cycles += sum.lines * cache.line_cycles;
        for (far, operations, loads) in of_bodies.values() {
            let in_window = waits(*far, *operations, target.operations_under_way);
            sum.cycles += in_window.max(waits(*far, *loads, target.loads_under_way));
        }
        sum
    }
}

/// A loop around, and its trip count.
type Path = Vec<(OpId, f64)>;

fn of_body<'a>(body: &'a Body, path: &mut Path, level: Level<'_>) -> Moved<'a> {
    let mut groups: Vec<(Group<'a>, Lines)> = Vec::new();
    for access in &body.accesses {
        add(&mut groups, access, path);
    }
    let rows = groups.iter().map(|it| it.0.rows()).sum();
    let executions: f64 = path.iter().map(|it| it.1).product();
    for (group, lines) in &mut groups {
        group.rows = rows;
        group.reach.clone_from(&group.spread);
        group.operations = executions * (body.work.all() + level.target.branch_operations);
        group.loads *= executions;
        group.stores *= executions;
        *lines = group.lines(&[], level);
    }
    let mut of_loops = Vec::new();
    for inner in &body.loops {
        of_loops.push(of_loop(inner, path, level));
    }
    // Data that several loops touch in turn stays in the cache, where all of it fits.
    let lines = most_by_memref(of_loops.iter().enumerate().flat_map(|(at, of_loop)| {
        of_loop.groups.iter().map(move |(group, lines)| (group.first.memref, at, lines.all()))
    }));
    let stays = level.keeps(lines * level.cache.line_bytes);
    for moved in of_loops {
        for (group, lines) in moved.groups {
            let same = groups.iter_mut().find(|it| stays && it.0.overlaps(&group));
            match same {
                Some((own, of_own)) => {
                    if lines.all() > of_own.all() {
                        *of_own = lines;
                    }
                    own.is_stored |= group.is_stored;
                    for (own, other) in own.reach.iter_mut().zip(&group.reach) {
                        *own = (own.0.min(other.0), own.1.max(other.1));
                    }
                }
                None => groups.push((group, lines)),
            }
        }
    }
    Moved { groups }
}

fn of_loop<'a>(node: &'a LoopNode, path: &mut Path, level: Level<'_>) -> Moved<'a> {
    path.push((node.op, node.trips));
    let mut moved = of_body(&node.body, path, level);
    path.pop();
    let stays = level.keeps(footprint(&node.body, &[], level));
    for (group, lines) in &mut moved.groups {
        if let Some(slope) = group.first.slope(node.op) {
            for (reach, slope) in group.reach.iter_mut().zip(slope) {
                let half = slope.abs() * (node.trips - 1.0).max(0.0) / 2.0;
                *reach = (reach.0 - half, reach.1 + half);
            }
        }
        let once = group.lines(&inside(node), level);
        let each = lines.times(node.trips);
        *lines = if stays && once.all() < each.all() { once } else { each };
    }
    moved
}

/// A loop and all inside it.
fn inside(node: &LoopNode) -> Path {
    let mut path = vec![(node.op, node.trips)];
    for inner in &node.body.loops {
        path.extend(inside(inner));
    }
    path
}

/// Bytes of the lines that an execution of a body touches.
fn footprint(body: &Body, path: &[(OpId, f64)], level: Level<'_>) -> f64 {
    let mut bodies = Vec::new();
    collect(body, path.to_vec(), level, &mut bodies);
    let lines =
        bodies.iter().enumerate().flat_map(|(at, groups)| groups.iter().map(move |it| (it.0, at, it.1)));
    most_by_memref(lines) * level.cache.line_bytes
}

/// The lines of each memref that the bodies touch, body by body.
fn collect(body: &Body, path: Path, level: Level<'_>, into: &mut Vec<Vec<(ValueId, f64)>>) {
    let mut groups = Vec::new();
    for access in &body.accesses {
        add(&mut groups, access, &path);
    }
    into.push(
        groups.iter().map(|(group, _)| (group.first.memref, group.lines(&path, level).all())).collect(),
    );
    for inner in &body.loops {
        let mut path = path.clone();
        path.push((inner.op, inner.trips));
        collect(&inner.body, path, level, into);
    }
}

/// The sum over memrefs of the most lines of it that one of several bodies touches: what two loops touch is about the
/// same. Each item says which memref, which body, how many lines.
fn most_by_memref(lines: impl Iterator<Item = (ValueId, usize, f64)>) -> f64 {
    let mut of_bodies: FxHashMap<(ValueId, usize), f64> = FxHashMap::default();
    for (memref, body, lines) in lines {
        *of_bodies.entry((memref, body)).or_default() += lines;
    }
    let mut most: FxHashMap<ValueId, f64> = FxHashMap::default();
    for ((memref, _), lines) in of_bodies {
        let most = most.entry(memref).or_default();
        *most = most.max(lines);
    }
    most.values().sum()
}

fn add<'a>(groups: &mut Vec<(Group<'a>, Lines)>, access: &'a Access, path: &[(OpId, f64)]) {
    let same =
        groups.iter_mut().find(|it| it.0.first.memref == access.memref && it.0.first.slopes == access.slopes);
    match same {
        Some((group, _)) => {
            for ((low, high), at) in group.spread.iter_mut().zip(&access.middle) {
                *low = low.min(*at);
                *high = high.max(*at);
            }
            group.accesses += 1.0;
            group.is_stored |= access.is_store;
            *(if access.is_store { &mut group.stores } else { &mut group.loads }) += operations(access);
        }
        None => groups.push((
            Group {
                first: access,
                accesses: 1.0,
                spread: access.middle.iter().map(|it| (*it, *it)).collect(),
                reach: Vec::new(),
                is_stored: access.is_store,
                innermost: path.last().copied(),
                rows: 1.0,
                operations: 0.0,
                loads: if access.is_store { 0.0 } else { operations(access) },
                stores: if access.is_store { operations(access) } else { 0.0 },
            },
            Lines::default(),
        )),
    }
}

/// How many loads or stores of the hardware an access is.
fn operations(access: &Access) -> f64 {
    access.weight * if access.is_scattered { access.lanes } else { 1.0 }
}

impl Group<'_> {
    /// Whether it may touch what another one touches.
    fn overlaps(&self, other: &Group<'_>) -> bool {
        let meet = |(own, other): (&(f64, f64), &(f64, f64))| own.0 <= other.1 && other.0 <= own.1;
        self.first.memref == other.first.memref && self.reach.iter().zip(&other.reach).all(meet)
    }

    /// How many rows its accesses are in.
    fn rows(&self) -> f64 {
        let outer = self.spread.split_last().map_or(&[][..], |it| it.1);
        let apart: f64 = outer.iter().map(|(low, high)| high - low + 1.0).product();
        apart.min(self.accesses).max(1.0) * if self.first.is_scattered { self.first.lanes } else { 1.0 }
    }

    /// The lines that the iterations of these loops touch.
    fn lines(&self, path: &[(OpId, f64)], level: Level<'_>) -> Lines {
        let Level { cache, target } = level;
        let prefetcher = &target.prefetcher;
        let access = self.first;
        let last = access.sizes.len().saturating_sub(1);
        let per_line = cache.line_bytes / access.element_bytes;
        let mut iterations = 1.0;
        let mut extents: Vec<f64> = self.spread.iter().map(|(low, high)| high - low + 1.0).collect();
        for (op, trips) in path {
            let Some(slope) = access.slope(*op) else { continue };
            iterations *= trips;
            for (extent, slope) in extents.iter_mut().zip(slope) {
                *extent += slope.abs() * (trips - 1.0).max(0.0);
            }
        }
        let along = if access.is_scattered { 0 } else { last };
        if let Some(extent) = extents.get_mut(along) {
            *extent += access.lanes - 1.0;
        }
        for (extent, size) in extents.iter_mut().zip(&access.sizes) {
            *extent = extent.min(*size).max(1.0);
        }
        let row = extents.last().copied().unwrap_or(1.0);
        let outer: f64 = extents.iter().rev().skip(1).product();
        // Whole small rows lie one after the other.
        let is_dense = extents.last().zip(access.sizes.last()).is_some_and(|(extent, size)| extent >= size);
        let lines =
            if is_dense { (outer * row / per_line).ceil() } else { outer * ((row - 1.0) / per_line + 1.0) };
        let lanes = if access.is_scattered { access.lanes } else { (access.lanes / per_line).max(1.0) };
        let lines = lines.min(iterations * self.accesses * lanes);
        // Lanes may be anywhere: full lines are the least that they touch.
        let elements = iterations * self.accesses * access.lanes;
        let lines = match access.is_scattered {
            true => lines.max(elements.min(access.sizes.iter().product()) / per_line),
            false => lines,
        };
        // Prefetching begins after a few lines of a row.
        let run = self.innermost.map_or(1.0, |(op, trips)| {
            let stride = access.stride(op).abs().max(1.0);
            let is_row = stride <= per_line && !access.is_scattered && access.slope(op).is_some();
            // From a whole row it goes on to the next.
            let is_whole =
                access.sizes.last().is_some_and(|size| trips * stride >= prefetcher.whole_row * size);
            match (is_row, is_whole) {
                (true, true) => (trips * stride / per_line).max(prefetcher.lines_of_a_page),
                (true, false) => (trips * stride / per_line).max(1.0),
                (false, _) => 1.0,
            }
        });
        let far = (prefetcher.lines_to_see_a_row / run)
            .max(1.0 - prefetcher.most_rows_at_once / self.rows)
            .clamp(0.0, 1.0);
        // Vectors of whole lines that are stored across the border of two miss twice.
        let share = access.lanes * access.element_bytes / cache.line_bytes;
        let far = if self.is_stored && access.lanes > 1.0 {
            far.max(target.split_stores * share.min(1.0).powi(2))
        } else {
            far
        };
        Lines { near: lines * (1.0 - far), far: lines * far }
    }
}
