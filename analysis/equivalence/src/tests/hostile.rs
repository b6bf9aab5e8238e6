//! Pairs that would take forever, each by another kind of work: that kind is counted, so that they end.

use base::workspace::Workspace;
use interpreter::{Module, Poll};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::signature::Arguments;
use crate::symbols::{Budgets, within};
use crate::{Effort, Verdict};

const SMALL: Effort =
    Effort { steps: 30_000, nodes: 30_000, regions: 100, relations: 0, lists_matches: false };

/// A comparison, and what is left of its budgets.
fn compared(before: &str, after: &str, poll: &Poll) -> (Verdict, Budgets) {
    let mut workspace = Workspace::default();
    let modules = [before, after].map(|text| {
        let file = workspace.add_file(text);
        let (module, unread) = Module::of_table(&workspace.db, file, "0");
        assert!(unread.is_empty(), "{unread:?}\n{text}");
        module
    });
    let [before, after] = modules.each_ref().map(|it| (it, it.function("f").expect("a function")));
    let arguments = Arguments::of(before.1, after.1).unwrap();
    let budgets = Budgets::of(SMALL, poll);
    let verdict = within([before, after], &arguments, SMALL, &budgets, None);
    (verdict, budgets)
}

fn function(arguments: &str, body: &str) -> String {
    format!("func.func @f(%k: memref<64xi32>, {arguments}) {{\n{body}\nreturn\n}}\n")
}

/// Stores under conditions on the symbols, once for each of their values.
fn guards() -> [String; 2] {
    let program = |at: usize| {
        let body = format!(
            "%v = affine.load %k[0] : memref<64xi32>
            %r = affine.for %i = %n to affine_map<()[s0] -> (s0 + 1)>()[%n] iter_args(%t = %v) -> (i32) {{
                %c = arith.index_cast %i : index to i32
                %w = arith.xori %t, %c : i32
                affine.yield %w : i32
            }}
            affine.store %r, %k[{at}] : memref<64xi32>"
        );
        function("%n: index", &body)
    };
    [program(1), program(0)]
}

/// A product of that many numbers, from the first on or from the last.
fn products() -> [String; 2] {
    let program = |subscript: &str| {
        let body = format!(
            "%v = affine.load %p[0] : memref<1500xi32>
            %r = affine.for %i = 1 to 1500 iter_args(%t = %v) -> (i32) {{
                %u = affine.load %p[{subscript}] : memref<1500xi32>
                %w = arith.muli %t, %u : i32
                affine.yield %w : i32
            }}
            affine.store %r, %k[0] : memref<64xi32>"
        );
        function("%p: memref<1500xi32>", &body)
    };
    [program("%i"), program("1500 - %i")]
}

/// The body once, with another statement that does nothing, and again.
fn twice(arguments: &str, body: &str) -> [String; 2] {
    [function(arguments, body), function(arguments, &format!("%unused = arith.constant 7 : i8\n{body}"))]
}

fn copies() -> [String; 2] {
    let body = "affine.for %i = 0 to 40 {
        memref.copy %p, %q : memref<4096xi32> to memref<4096xi32>
    }";
    twice("%p: memref<4096xi32>, %q: memref<4096xi32>", body)
}

fn lanes() -> [String; 2] {
    let body = "%s = affine.for %i = 0 to 40 iter_args(%t = %v) -> (vector<16384xi32>) {
        %w = arith.addi %t, %v : vector<16384xi32>
        affine.yield %w : vector<16384xi32>
    }
    vector.transfer_write %s, %p[%z] : vector<16384xi32>, memref<16384xi32>";
    twice("%v: vector<16384xi32>, %p: memref<16384xi32>, %z: index", body)
}

/// Each lane of the result may depend on all lanes.
fn lanes_of_lanes() -> [String; 2] {
    let body = "%s:2 = vector.scan <add>, %v, %w {inclusive = true, reduction_dim = 0 : i64}
        : vector<1024x1xi32>, vector<1xi32>
    %z = arith.constant 0 : index
    vector.transfer_write %s#0, %p[%z, %z] : vector<1024x1xi32>, memref<1024x1xi32>";
    twice("%v: vector<1024x1xi32>, %w: vector<1xi32>, %p: memref<1024x1xi32>", body)
}

/// Iterations that do not run.
fn points() -> [String; 2] {
    twice(
        "%x: i32",
        "affine.parallel (%i, %j) = (0, 0) to (100000, 0) { affine.store %x, %k[0] : memref<64xi32> }",
    )
}

fn buffers() -> [String; 2] {
    twice("%x: i32", "affine.for %i = 0 to 40 { %b = memref.alloc() : memref<65536xi32> }")
}

/// Sizes that nothing bounds, each tried on its own.
fn symbols() -> [String; 2] {
    let arguments: Vec<String> = (0..60).map(|it| format!("%n{it}: index")).collect();
    let mut body = String::new();
    for number in 0..60 {
        writeln!(body, "affine.for %i = 0 to %n{number} {{ affine.store %x, %k[0] : memref<64xi32> }}")
            .unwrap();
    }
    twice(&format!("%x: i32, {}", arguments.join(", ")), &body)
}

/// Terms that differ, of programs that every input leads to a division by zero.
fn trials() -> [String; 2] {
    let program = |operation: &str| {
        let body = format!(
            "%ones = arith.constant -1 : i32
            affine.for %i = 0 to 64 {{
                affine.for %j = 0 to 8 {{
                    %v = affine.load %k[%i] : memref<64xi32>
                    %w = arith.{operation} %v, %v : i32
                    affine.store %w, %k[%i] : memref<64xi32>
                }}
            }}
            %a = affine.load %k[0] : memref<64xi32>
            %b = arith.xori %a, %ones : i32
            %c = arith.andi %a, %b : i32
            %d = arith.divsi %ones, %c : i32"
        );
        function("%x: i32", &body)
    };
    [program("muli"), program("addi")]
}

fn hostile() -> Vec<(&'static str, [String; 2])> {
    vec![
        ("guards", guards()),
        ("products", products()),
        ("copies", copies()),
        ("lanes", lanes()),
        ("lanes of lanes", lanes_of_lanes()),
        ("points", points()),
        ("buffers", buffers()),
        ("symbols", symbols()),
        ("trials", trials()),
    ]
}

/// Asks this many times, counted, then unwinds.
fn counting(most: u64) -> (Poll, Arc<AtomicU64>) {
    let asked = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&asked);
    let poll = Poll::new(move || {
        if count.fetch_add(1, Ordering::Relaxed) >= most {
            resume_unwind(Box::new("nobody wants it"));
        }
    });
    (poll, asked)
}

#[test]
fn each_kind_of_work_is_counted() {
    for (name, [before, after]) in hostile() {
        let (poll, asked) = counting(u64::MAX);
        let (verdict, budgets) = compared(&before, &after, &poll);
        let reason = match verdict {
            Verdict::Unknown(reason) => reason.to_string(),
            // A few small sizes may show it all the same.
            Verdict::Different(_) => String::new(),
            Verdict::Equal { .. } => panic!("{name}: equal"),
        };
        let all = Budgets::of(SMALL, &Poll::never());
        let spent = |all: &crate::budget::Budget, own: &crate::budget::Budget| all.left() - own.left();
        let spent =
            [spent(&all.at_once, &budgets.at_once), spent(&all.point_by_point, &budgets.point_by_point)];
        println!("{name}: {reason}; spent {spent:?}, asked {}", asked.load(Ordering::Relaxed));
        let is_spent = budgets.at_once.is_spent() || budgets.point_by_point.is_spent();
        assert!(is_spent || reason.contains("too many steps"), "{name}: {reason}; spent {spent:?}");
        // The poll is called all the time, except in work that is refused as a whole.
        let (asked, whole) = (asked.load(Ordering::Relaxed), spent.iter().sum::<u64>());
        assert!(
            asked > 0 && (!is_spent || asked >= whole / 10_000),
            "{name}: asked {asked}, spent {spent:?}"
        );
    }
}

#[test]
fn each_kind_of_work_ends_when_nobody_wants_it() {
    for (name, [before, after]) in hostile() {
        let (poll, asked) = counting(u64::MAX);
        _ = compared(&before, &after, &poll);
        let all = asked.load(Ordering::Relaxed);
        for most in [0, all / 3, all.saturating_sub(1)] {
            let (poll, asked) = counting(most);
            let outcome = catch_unwind(AssertUnwindSafe(|| compared(&before, &after, &poll)));
            assert!(outcome.is_err() && asked.load(Ordering::Relaxed) == most + 1, "{name} after {most}");
        }
    }
}
