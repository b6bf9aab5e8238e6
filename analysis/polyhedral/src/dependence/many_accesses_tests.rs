//! Functions with more accesses than there is work for: what is not computed counts as a dependence, and costs no more
//! than the accesses do.

use super::random_program::program;
use analysis::Host;
use analysis::{AccessKind, FunctionDependences, ParallelismReport};
use analysis::{Pairs, Settings, SourceFile};
use proptest::prelude::*;
use std::fmt::Write;

fn host(text: &str, pairs: Pairs) -> (Host, SourceFile) {
    let mut host = Host::new();
    host.set_settings(Settings { pairs, ..Settings::default() });
    let file = host.add_file(text);
    assert_eq!(syntax::parse(text).errors(), &[], "{text}");
    (host, file)
}

fn function(text: &str, pairs: Pairs) -> FunctionDependences {
    let (host, file) = host(text, pairs);
    let mut found = host.analysis().memory_dependences(file);
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0)
}

/// Loads and stores in turn, no two with the same coefficients, of this many memrefs in turn.
fn accesses(count: usize, memrefs: usize) -> String {
    let names = || (0..memrefs).map(|it| format!("%m{it}"));
    let parameters: Vec<_> = names().map(|it| format!("{it}: memref<64x64xf32>")).collect();
    let mut text = format!("func.func @f({}, %x: f32) {{\n", parameters.join(", "));
    text += "affine.for %i = 0 to 4 {\naffine.for %j = 0 to 4 {\n";
    for (index, name) in names().cycle().take(count).enumerate() {
        let subscripts = format!("%i * {} + %j, %j * {}", index % 29 + 1, index / 29 + 1);
        match index / memrefs % 2 {
            0 => writeln!(text, "%v{index} = affine.load {name}[{subscripts}] : memref<64x64xf32>").unwrap(),
            _ => writeln!(text, "affine.store %x, {name}[{subscripts}] : memref<64x64xf32>").unwrap(),
        }
    }
    text + "}\n}\nreturn\n}\n"
}

/// The pairs with a write.
fn pairs_of(function: &FunctionDependences) -> u64 {
    let mut pairs = 0;
    for (index, access) in function.accesses.iter().enumerate() {
        let before = function.accesses[..=index].iter().filter(|it| it.memref == access.memref);
        let writes = |kind: AccessKind| kind == AccessKind::Write;
        pairs += before.filter(|it| writes(it.kind) || writes(access.kind)).count() as u64;
    }
    pairs
}

/// Pairs that are not known cost a few entries per access, however many they are.
#[test]
fn entries_grow_with_the_accesses() {
    for memrefs in [1, 3] {
        let entries = |count: usize| {
            let found = function(&accesses(count, memrefs), Pairs::Bounded);
            let not_computed: u64 = found.not_computed.iter().map(|it| it.pairs).sum();
            assert!(not_computed > pairs_of(&found) / 4, "{not_computed} pairs of {}", pairs_of(&found));
            assert_eq!(found.not_computed.len(), memrefs);
            let unknown = found.dependences.iter().filter(|it| it.unknown.is_some()).count();
            assert!(unknown <= 8 * count, "{unknown} of {count} accesses");
            found.dependences.len()
        };
        let (some, twice) = (entries(600), entries(1_200));
        assert!(twice <= 2 * some, "{some} entries become {twice}");
    }
}

#[test]
fn whoever_asks_for_all_gets_all() {
    let text = accesses(300, 1);
    let (bounded, all) = (function(&text, Pairs::Bounded), function(&text, Pairs::All));
    assert!(!bounded.not_computed.is_empty());
    assert_eq!(all.not_computed, []);
    assert!(all.dependences.iter().all(|it| it.unknown.is_none()));
    let known = bounded.dependences.iter().filter(|it| it.unknown.is_none());
    assert!(known.clone().count() > 0 && known.clone().all(|it| all.dependences.contains(it)));
}

/// Near pairs are computed even where most are not.
#[test]
fn loops_of_a_few_accesses_are_judged_in_a_function_of_thousands() {
    let mut text = accesses(600, 1).replace("}\n}\nreturn\n}\n", "}\n}\n");
    text += "affine.for %i = 0 to 64 {\n%v = affine.load %m0[%i, 0] : memref<64x64xf32>\n";
    text += "affine.store %v, %m0[%i, 1] : memref<64x64xf32>\n}\nreturn\n}\n";
    let (host, file) = host(&text, Pairs::Bounded);
    let loops = &host.analysis().loops(file)[0].loops;
    assert_eq!(loops.last().map(|it| &it.parallelism), Some(&ParallelismReport::Parallel));
    assert!(loops.iter().rev().skip(1).all(|it| it.parallelism != ParallelismReport::Parallel));
}

proptest! {
    /// With few pairs computed, everything that really depends is in the list, or said not to be computed, and then the
    /// stretch between the two has an entry that is not known.
    #[test]
    fn no_dependence_gets_lost(text in program(), pairs in 0_u64..12) {
        let (some, all) = (function(&text, Pairs::AtMost(pairs)), function(&text, Pairs::All));
        let is_listed = |source: usize, sink: usize| {
            !some.not_computed.iter().any(|group| {
                let place = |access: usize| group.accesses.iter().position(|it| *it == access);
                place(source).zip(place(sink)).is_some_and(|(a, b)| a.abs_diff(b) >= group.apart)
            })
        };
        for it in &all.dependences {
            if is_listed(it.source, it.sink) {
                prop_assert!(some.dependences.contains(it), "{text}\n{it:?}");
                continue;
            }
            let stretch = it.source.min(it.sink)..=it.source.max(it.sink);
            let mut inside = some.dependences.iter().filter(|other| {
                let is_inside = stretch.contains(&other.source) && stretch.contains(&other.sink);
                let same_order = (other.source < other.sink) == (it.source < it.sink);
                let is_self = other.source == other.sink;
                is_inside && (same_order || is_self) && other.unknown.is_some()
            });
            prop_assert!(inside.clone().any(|other| other.source == it.source), "{text}\n{it:?}");
            prop_assert!(inside.any(|other| other.sink == it.sink), "{text}\n{it:?}");
        }
        for it in some.dependences.iter().filter(|it| it.unknown.is_none()) {
            prop_assert!(all.dependences.contains(it), "{text}\n{it:?}");
        }
    }

    #[test]
    fn no_loop_is_parallel_because_pairs_are_not_computed(text in program(), pairs in 0_u64..12) {
        let loops = |pairs| {
            let (host, file) = host(&text, pairs);
            host.analysis().loops(file).into_iter().flat_map(|it| it.loops).collect::<Vec<_>>()
        };
        for (some, all) in loops(Pairs::AtMost(pairs)).iter().zip(loops(Pairs::All)) {
            prop_assert!(some.reductions.iter().all(|it| all.reductions.contains(it)), "{text}");
            match some.parallelism {
                ParallelismReport::Parallel | ParallelismReport::Reductions => {
                    prop_assert_eq!(&some.parallelism, &all.parallelism, "{}", text);
                }
                ParallelismReport::Serial => prop_assert_ne!(&all.parallelism, &ParallelismReport::Parallel),
                ParallelismReport::Unknown(_) => {}
            }
        }
    }
}

/// It is reported that the flow of values is not computed, or not between all.
#[test]
fn a_flow_that_is_not_asked_for_is_said_to_be_unknown() {
    let of = |count: usize, memrefs: usize| {
        let (host, file) = host(&accesses(count, memrefs), Pairs::Bounded);
        host.analysis().dependences(file).remove(0)
    };
    assert_eq!(of(4, 1).flow_unknown, None);
    let one = of(200, 1);
    let reason = one.flow_unknown.unwrap();
    assert!(reason.ends_with(" between accesses far apart would take too long"), "{reason}");
    // Near ones are looked at first.
    let known = one.dependences.iter().filter(|it| it.flow.is_some());
    assert!(known.count() > 20);
    assert_eq!(of(400, 100).flow_unknown, None);
}
