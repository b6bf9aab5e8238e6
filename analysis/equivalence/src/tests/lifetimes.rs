//! When memory ends: freed memory, memory of the stack, and what others see of both.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;
use std::fmt::Write;

use super::{EQUAL, verdict, verdict_of_calls};
use crate::Verdict;

fn function(body: &str, result: &str) -> String {
    let returns =
        if result.is_empty() { "return".to_owned() } else { format!("return {result} : memref<4xi32>") };
    let ty = if result.is_empty() { "" } else { " -> memref<4xi32>" };
    format!("func.func @f(%m: memref<4xi32>, %x: i32){ty} {{\n{body}\n{returns}\n}}")
}

/// Whether two functions are different, in whichever order they are looked at.
fn are_different(before: &str, after: &str) -> bool {
    [(before, after), (after, before)].iter().all(|it| matches!(verdict(it.0, it.1), Verdict::Different(_)))
}

#[test]
fn an_argument_that_is_freed_is_freed_for_the_caller() {
    let store = "affine.store %x, %m[0] : memref<4xi32>";
    let freed = function(&format!("{store}\nmemref.dealloc %m : memref<4xi32>"), "");
    assert!(are_different(&freed, &function(store, "")));
    // It is not read any more.
    assert_eq!(verdict(&freed, &function("memref.dealloc %m : memref<4xi32>", "")), EQUAL);
    let witness = match verdict(&freed, &function(store, "")) {
        Verdict::Different(witness) => format!("{:?}", witness.difference),
        other => format!("{other:?}"),
    };
    assert!(witness.contains("\"is freed\"") && witness.contains("\"lives on\""), "{witness}");
}

#[test]
fn what_is_returned_lives_on() {
    let filled = |how: &str, end: &str| {
        let body = format!(
            "%b = memref.{how}() : memref<4xi32>
            affine.for %i = 0 to 4 {{ affine.store %x, %b[%i] : memref<4xi32> }}
            {end}"
        );
        function(&body, "%b")
    };
    let live = filled("alloc", "");
    let freed = filled("alloc", "memref.dealloc %b : memref<4xi32>");
    let on_stack = filled("alloca", "");
    assert!(are_different(&live, &freed));
    assert!(are_different(&live, &on_stack));
    assert_eq!(verdict(&freed, &on_stack), EQUAL);
}

#[test]
fn own_memory_may_end_in_any_way() {
    let body = |how: &str, end: &str| {
        function(
            &format!(
                "%b = memref.{how}() : memref<4xi32>
                affine.store %x, %b[0] : memref<4xi32>
                %v = affine.load %b[0] : memref<4xi32>
                affine.store %v, %m[0] : memref<4xi32>
                {end}"
            ),
            "",
        )
    };
    let freed = body("alloc", "memref.dealloc %b : memref<4xi32>");
    assert_eq!(verdict(&freed, &body("alloc", "")), EQUAL);
    assert_eq!(verdict(&body("alloc", ""), &freed), EQUAL);
    assert_eq!(verdict(&freed, &body("alloca", "")), EQUAL);
    let freed_twice = body("alloc", "memref.dealloc %b : memref<4xi32>\nmemref.dealloc %b : memref<4xi32>");
    assert!(matches!(verdict(&freed, &freed_twice), Verdict::Different(_)));
    assert!(matches!(verdict(&freed_twice, &freed), Verdict::Unknown(_)));
    let of_the_stack = body("alloca", "memref.dealloc %b : memref<4xi32>");
    assert!(matches!(verdict(&freed, &of_the_stack), Verdict::Different(_)));
    let used = body("alloc", "memref.dealloc %b : memref<4xi32>\naffine.store %x, %b[0] : memref<4xi32>");
    assert!(matches!(verdict(&freed, &used), Verdict::Different(_)));
}

#[test]
fn memory_of_the_stack_ends_with_the_iteration() {
    let body = |how: &str| {
        function(
            &format!(
                "%a = memref.alloc() : memref<4xi32>
                affine.store %x, %a[0] : memref<4xi32>
                %r = affine.for %i = 0 to 2 iter_args(%c = %a) -> (memref<4xi32>) {{
                    %b = memref.{how}() : memref<4xi32>
                    affine.store %x, %b[0] : memref<4xi32>
                    affine.yield %b : memref<4xi32>
                }}
                %v = affine.load %r[0] : memref<4xi32>
                affine.store %v, %m[0] : memref<4xi32>"
            ),
            "",
        )
    };
    assert!(matches!(verdict(&body("alloc"), &body("alloca")), Verdict::Different(_)));
    let scope = "memref.alloca_scope {
        %b = memref.alloca() : memref<4xi32>
        affine.store %x, %b[0] : memref<4xi32>
        %v = affine.load %b[0] : memref<4xi32>
        affine.store %v, %m[0] : memref<4xi32>
    }";
    let plain = "affine.store %x, %m[0] : memref<4xi32>";
    assert_eq!(verdict(&function(scope, ""), &function(plain, "")), EQUAL);
}

#[test]
fn memory_may_be_made_under_a_condition() {
    let branch = |how: &str, free: &str| {
        function(
            &format!(
                "%z = arith.constant 0 : i32
                %l = arith.cmpi slt, %x, %z : i32
                scf.if %l {{
                    %b = memref.{how}() : memref<4xi32>
                    affine.store %x, %b[0] : memref<4xi32>
                    %v = affine.load %b[0] : memref<4xi32>
                    affine.store %v, %m[0] : memref<4xi32>
                    {free}
                }}"
            ),
            "",
        )
    };
    let freed = branch("alloc", "memref.dealloc %b : memref<4xi32>");
    assert_eq!(verdict(&freed, &branch("alloca", "")), EQUAL);
    let argument = branch("alloca", "memref.dealloc %m : memref<4xi32>");
    assert!(are_different(&argument, &branch("alloca", "")));
}

#[test]
fn others_see_when_memory_ends() {
    let call = "call @h(%m) : (memref<8xf32>) -> ()";
    let free = "memref.dealloc %m : memref<8xf32>";
    let before = format!("%r = call @g(%x) : (f32) -> f32\n{free}");
    let after = format!("{free}\n%r = call @g(%x) : (f32) -> f32");
    assert!(matches!(verdict_of_calls(&before, &after), Verdict::Unknown(_)));
    assert_eq!(verdict_of_calls(&before, &before.replace("%r", "%s")), EQUAL);
    // A call may read memory later that escaped to it; but a leak is no difference.
    let kept =
        |end: &str| format!("%t = memref.alloc() : memref<8xf32>\n{}\n{end}", call.replace("%m", "%t"));
    let free = "memref.dealloc %t : memref<8xf32>";
    let store = "affine.store %x, %t[0] : memref<8xf32>";
    assert_eq!(verdict_of_calls(&kept(free), &kept("")), EQUAL);
    assert!(matches!(verdict_of_calls(&kept(""), &kept(free)), Verdict::Unknown(_)));
    assert!(matches!(verdict_of_calls(&kept(store), &kept("")), Verdict::Unknown(_)));
    let stored_and_freed = format!("{store}\n{free}");
    assert_eq!(verdict_of_calls(&kept(&stored_and_freed), &kept(free)), EQUAL);
}

/// One step of a random program with buffers of two elements. Buffers are numbered in the order of their definitions, the two arguments
/// first, and a number stands for its remainder by how many there are.
#[derive(Debug, Clone)]
enum Statement {
    Make {
        is_on_heap: bool,
    },
    Free(u8),
    /// Of a constant.
    Store(u8, u8),
    /// The first element of one buffer to the second of another.
    Copy(u8, u8),
    Loop(Vec<Statement>),
    /// For positive symbols alone.
    Guard(Vec<Statement>),
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let leaf = prop_oneof![
        3 => prop::bool::weighted(0.7).prop_map(|is_on_heap| Statement::Make { is_on_heap }),
        2 => (0..6_u8).prop_map(Statement::Free),
        3 => (0..6_u8, any::<u8>()).prop_map(|(to, value)| Statement::Store(to, value)),
        3 => (0..6_u8, 0..6_u8).prop_map(|(from, to)| Statement::Copy(from, to)),
    ];
    let statement = leaf.prop_recursive(2, 6, 3, |inner| {
        let body = prop::collection::vec(inner, 1..3);
        prop_oneof![body.clone().prop_map(Statement::Loop), body.prop_map(Statement::Guard)]
    });
    prop::collection::vec(statement, 1..7)
}

#[derive(Debug, Clone)]
enum Change {
    Remove(prop::sample::Index),
    Swap(prop::sample::Index),
    Insert(prop::sample::Index, Statement),
    /// From the heap to the stack, or the other way round.
    Move(prop::sample::Index),
    Nothing,
}

fn change() -> impl Strategy<Value = Change> {
    let place = || any::<prop::sample::Index>();
    prop_oneof![
        3 => place().prop_map(Change::Remove),
        3 => place().prop_map(Change::Swap),
        2 => (place(), (0..6_u8)).prop_map(|(at, buffer)| Change::Insert(at, Statement::Free(buffer))),
        1 => place().prop_map(|at| Change::Insert(at, Statement::Store(0, 7))),
        3 => place().prop_map(Change::Move),
        1 => Just(Change::Nothing),
    ]
}

fn changed(statements: &[Statement], change: &Change) -> Vec<Statement> {
    let mut found = statements.to_vec();
    match change {
        Change::Remove(at) => _ = found.remove(at.index(found.len())),
        Change::Swap(at) if found.len() > 1 => {
            let at = at.index(found.len() - 1);
            found.swap(at, at + 1);
        }
        Change::Insert(at, statement) => found.insert(at.index(found.len() + 1), statement.clone()),
        Change::Move(at) => {
            let mut makers: Vec<&mut bool> = Vec::new();
            for statement in &mut found {
                if let Statement::Make { is_on_heap } = statement {
                    makers.push(is_on_heap);
                }
            }
            if !makers.is_empty() {
                let at = at.index(makers.len());
                *makers[at] = !*makers[at];
            }
        }
        Change::Swap(_) | Change::Nothing => {}
    }
    found
}

/// The program's text; the number is that of the next name.
fn write(statements: &[Statement], names: &mut Vec<String>, next: &mut usize, text: &mut String) {
    let named = |names: &[String], number: u8| names[usize::from(number) % names.len()].clone();
    for statement in statements {
        *next += 1;
        match statement {
            Statement::Make { is_on_heap } => {
                let how = if *is_on_heap { "alloc" } else { "alloca" };
                writeln!(text, "%b{next} = memref.{how}() : memref<2xi32>").unwrap();
                names.push(format!("%b{next}"));
            }
            Statement::Free(of) => {
                writeln!(text, "memref.dealloc {} : memref<2xi32>", named(names, *of)).unwrap();
            }
            Statement::Store(to, value) => {
                let to = named(names, *to);
                writeln!(text, "%c{next} = arith.constant {value} : i32").unwrap();
                writeln!(text, "affine.store %c{next}, {to}[0] : memref<2xi32>").unwrap();
            }
            Statement::Copy(from, to) => {
                let (from, to) = (named(names, *from), named(names, *to));
                writeln!(text, "%v{next} = affine.load {from}[0] : memref<2xi32>").unwrap();
                writeln!(text, "affine.store %v{next}, {to}[1] : memref<2xi32>").unwrap();
            }
            Statement::Loop(body) | Statement::Guard(body) => {
                let head = match statement {
                    Statement::Loop(_) => format!("affine.for %i{next} = 0 to 2"),
                    _ => "affine.if affine_set<()[s] : (s - 1 >= 0)>()[%n]".to_owned(),
                };
                writeln!(text, "{head} {{").unwrap();
                let visible = names.len();
                write(body, names, next, text);
                names.truncate(visible);
                text.push_str("}\n");
            }
        }
    }
}

fn text(statements: &[Statement]) -> String {
    let mut names = vec!["%p".to_owned(), "%q".to_owned()];
    let mut body = String::new();
    write(statements, &mut names, &mut 0, &mut body);
    let last = names.last().unwrap();
    let ty = "memref<2xi32>";
    format!("func.func @f(%p: {ty}, %q: {ty}, %n: index) -> {ty} {{\n{body}return {last} : {ty}\n}}\n")
}

/// A number: that of an element of an argument, or a constant.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Number {
    Input(usize, usize),
    Constant(u8),
}

#[derive(Debug, Clone, PartialEq)]
struct Buffer {
    cells: [Option<Number>; 2],
    is_on_heap: bool,
    has_ended: bool,
}

/// A model of a program in a few lines, independent of the interpreter.
struct Model {
    buffers: Vec<Buffer>,
    is_positive: bool,
    /// A load of what has ended was let pass.
    has_loaded: bool,
}

impl Model {
    /// `None` where what happens is undefined.
    fn run(&mut self, statements: &[Statement], visible: &mut Vec<usize>) -> Option<()> {
        let numbered = |visible: &[usize], number: &u8| visible[usize::from(*number) % visible.len()];
        for statement in statements {
            match statement {
                Statement::Make { is_on_heap } => {
                    visible.push(self.buffers.len());
                    let is_on_heap = *is_on_heap;
                    self.buffers.push(Buffer { cells: [None; 2], is_on_heap, has_ended: false });
                }
                Statement::Free(of) => {
                    let buffer = &mut self.buffers[numbered(visible, of)];
                    if !buffer.is_on_heap || buffer.has_ended {
                        return None;
                    }
                    buffer.has_ended = true;
                }
                Statement::Store(to, value) => {
                    self.store(numbered(visible, to), 0, Some(Number::Constant(*value)))?;
                }
                Statement::Copy(from, to) => {
                    let from = &self.buffers[numbered(visible, from)];
                    self.has_loaded |= from.has_ended;
                    let value = from.cells[0].filter(|_| !from.has_ended);
                    self.store(numbered(visible, to), 1, value)?;
                }
                Statement::Loop(body) => {
                    for _ in 0..2 {
                        let (in_sight, made) = (visible.len(), self.buffers.len());
                        self.run(body, visible)?;
                        visible.truncate(in_sight);
                        self.end(made);
                    }
                }
                Statement::Guard(body) => {
                    let in_sight = visible.len();
                    if self.is_positive {
                        self.run(body, visible)?;
                    }
                    visible.truncate(in_sight);
                }
            }
        }
        Some(())
    }

    /// The stack's buffers from this one on are gone.
    fn end(&mut self, from: usize) {
        for buffer in &mut self.buffers[from..] {
            buffer.has_ended |= !buffer.is_on_heap;
        }
    }

    fn store(&mut self, buffer: usize, cell: usize, value: Option<Number>) -> Option<()> {
        let buffer = &mut self.buffers[buffer];
        buffer.cells[cell] = value;
        (!buffer.has_ended).then_some(())
    }
}

/// The state that the caller sees: the arguments, and the result with its number where it is an argument.
struct Seen {
    buffers: [Buffer; 3],
    returned: Option<usize>,
    has_loaded: bool,
}

fn seen(statements: &[Statement], is_positive: bool) -> Option<Seen> {
    let argument = |it| Buffer {
        cells: [0, 1].map(|cell| Some(Number::Input(it, cell))),
        is_on_heap: true,
        has_ended: false,
    };
    let buffers = vec![argument(0), argument(1)];
    let mut model = Model { buffers, is_positive, has_loaded: false };
    let mut visible = vec![0, 1];
    model.run(statements, &mut visible)?;
    model.end(0);
    let last = *visible.last().unwrap();
    let buffers = [0, 1, last].map(|it| model.buffers[it].clone());
    Some(Seen { buffers, returned: (last < 2).then_some(last), has_loaded: model.has_loaded })
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Truth {
    /// The first says nothing.
    Unjudged,
    Same,
    Different,
}

fn truth(before: &[Statement], after: &[Statement], is_positive: bool) -> Truth {
    let Some(expected) = seen(before, is_positive).filter(|it| !it.has_loaded) else {
        return Truth::Unjudged;
    };
    let Some(found) = seen(after, is_positive) else { return Truth::Different };
    if expected.returned != found.returned {
        return Truth::Different;
    }
    let is_same = expected.buffers.iter().zip(&found.buffers).all(|(expected, found)| {
        let mut cells = expected.cells.iter().zip(&found.cells);
        expected.has_ended == found.has_ended
            && (expected.has_ended || cells.all(|(left, right)| left.is_none() || left == right))
    });
    if is_same { Truth::Same } else { Truth::Different }
}

#[test]
fn verdicts_of_random_lifetimes_are_true() {
    let [equal, different, decidable] = [const { Cell::new(0) }; 3];
    let count = |it: &Cell<u32>| it.set(it.get() + 1);
    let config = Config { failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&(statements(), change()), |(statements, change)| {
            let other = changed(&statements, &change);
            let truths = [false, true].map(|it| truth(&statements, &other, it));
            let (before, after) = (text(&statements), text(&other));
            let after = format!("{after}// another text\n").replacen(
                "return",
                "%u = arith.constant 7 : i8\nreturn",
                1,
            );
            let found = verdict(&before, &after);
            let is_different = truths.contains(&Truth::Different);
            match found {
                Verdict::Equal { .. } => {
                    count(&equal);
                    prop_assert!(!is_different, "{truths:?}\n{before}\n{after}");
                }
                Verdict::Different(witness) => {
                    count(&different);
                    prop_assert!(is_different, "{witness:?}\n{truths:?}\n{before}\n{after}");
                }
                Verdict::Unknown(_) => {}
            }
            if truths != [Truth::Unjudged; 2] {
                count(&decidable);
            }
            Ok(())
        })
        .unwrap();
    // Else the test says nothing.
    let decided = equal.get() + different.get();
    assert!(equal.get() > 0 && different.get() > 0, "{} equal, {} different", equal.get(), different.get());
    println!("{} equal, {} different, of {}", equal.get(), different.get(), decidable.get());
    assert!(decided * 2 > decidable.get(), "{decided} of {} are decided", decidable.get());
}
