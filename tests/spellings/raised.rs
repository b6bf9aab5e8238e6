//! Programs raised to affine, transformed, and lowered again: `mlir-opt` accepts each text, and it does what the program
//! does.

use affine_analyzer_tests::equivalence::{Speculation, Verdict, compare};
use affine_analyzer_tests::random::Random;
use affine_analyzer_tests::tools::Tools;
use analysis::Host;
use syntax::TextRange;

use crate::answer::{Answer, answers};
use crate::judge::{Counts, Truth};
use crate::listing::{Access, functions};
use crate::random_programs::{AT_ONCE, count, file, function, programs};
use crate::twins::{LOWERINGS, programs as affine_programs};

const RAISE: &str = "refactor.rewrite.affine.raiseAll";
const UPLIFT: &str = "refactor.rewrite.affine.uplift";

/// The text after an action; `None` where it is not offered.
fn taken(text: &str, id: &str) -> Option<String> {
    let mut host = Host::new();
    let file = host.add_file(text);
    let edits = host.analysis().resolve_action(file, &id.parse().unwrap()).ok()?;
    Some(edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text)))
}

/// The ids of what is offered anywhere on nests that become affine first, and of loops that become ones that count.
fn offered_on_raised(text: &str) -> Vec<String> {
    let mut host = Host::new();
    let file = host.add_file(text);
    let whole = TextRange::up_to(syntax::TextSize::of(text));
    let actions = host.analysis().actions(file, whole).into_iter();
    let ids = actions.filter(|it| it.disabled.is_none()).map(|it| it.request.to_string());
    ids.filter(|it| it.contains(":raised=") || it.starts_with(UPLIFT)).collect()
}

/// Holds the functions of texts against those of others: what is wrong, and that something was judged at all.
#[expect(clippy::print_stdout, reason = "how much was judged is a part of the answer")]
fn complaints(tools: &Tools, pairs: &[(String, String)]) -> Vec<String> {
    let mut same = 0;
    let of_some = |it| complaints_of(tools, it, Speculation::Nothing, &mut same);
    let wrong = pairs.chunks(50).flat_map(of_some).collect();
    println!("{same} functions of {} texts compute the same", pairs.len());
    assert!(same > 0, "nothing was judged");
    wrong
}

fn complaints_of(
    tools: &Tools,
    pairs: &[(String, String)],
    speculation: Speculation,
    same: &mut usize,
) -> Vec<String> {
    let (before, after): (Vec<String>, Vec<String>) = pairs.iter().cloned().unzip();
    let (before, after) = (tools.modules(&before), tools.modules(&after));
    let mut found = Vec::new();
    for ((first, second), (before_text, after_text)) in before.iter().zip(&after).zip(pairs) {
        let wrong = match (first, second) {
            (Ok(first), Ok(second)) => functions(before_text).iter().find_map(|it| {
                match compare(first, second, &it.name, speculation) {
                    Verdict::Different(how) => Some(format!("@{}: {how}", it.name)),
                    Verdict::Same => {
                        *same += 1;
                        None
                    }
                    Verdict::Unjudged(_) => None,
                }
            }),
            // Operations that nobody registers are not run; the texts are valid all the same.
            (Err(_), _) => tools.complaint(after_text),
            (Ok(_), Err(complaint)) => Some(complaint.clone()),
        };
        found.extend(wrong.map(|it| format!("{it}\n{before_text}\n--\n{after_text}")));
    }
    found
}

/// The text with a comment after each access, which goes with it wherever it moves.
fn tagged(text: &str, truths: &[Truth]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (at, truth) in truths.iter().enumerate() {
        for (number, access) in truth.accesses.iter().enumerate() {
            lines[access.line].push_str(&tag(at, number));
        }
    }
    lines.into_iter().map(|it| it + "\n").collect()
}

fn tag(function: usize, access: usize) -> String {
    format!(" // access {access} of {function}")
}

/// The truth about a text in which the same accesses stand in other lines, under loops of other names.
fn moved(truth: &Truth, [before, after]: [&str; 2], at: usize) -> Option<Truth> {
    let accesses = |text| Some(functions(text).into_iter().find(|it| it.name == function(at))?.accesses);
    let (before, after) = (accesses(before)?, accesses(after)?);
    let mut truth = truth.clone();
    for (number, access) in truth.accesses.iter_mut().enumerate() {
        let is_it = |it: &&Access| it.comment == tag(at, number).trim_start();
        let (before, after) = (before.iter().find(is_it)?, after.iter().find(is_it)?);
        access.line = after.line;
        for (old, new) in before.loops.iter().zip(&after.loops) {
            let names = access.loops.iter_mut().find(|it| it.contains(old));
            names.into_iter().for_each(|it| it.push(new.clone()));
        }
    }
    Some(truth)
}

#[test]
fn random_programs_raised() {
    let Some(tools) = Tools::find() else { return };
    let programs: Vec<_> = programs(count()).collect();
    let (mut all, mut pairs, mut wrong) = (Counts::default(), Vec::new(), Vec::new());
    for programs in programs.chunks(AT_ONCE) {
        let (text, truths) = file(programs);
        let text = tagged(&text, &truths);
        let Some(raised) = taken(&text, RAISE) else { continue };
        let answers = answers(&raised);
        for (at, truth) in truths.iter().enumerate() {
            let name = function(at);
            let Some(truth) = moved(truth, [&text, &raised], at) else {
                wrong.push(format!("@{name} has other accesses\n{text}\n--\n{raised}"));
                continue;
            };
            let mut counts = Counts::default();
            counts.judge(&truth, answers.get(&name).unwrap_or(&Answer::default()));
            wrong.extend(counts.wrong.drain(..).map(|it| format!("@{name}: {it}\n{text}\n--\n{raised}")));
            all.add(counts);
        }
        pairs.push((text, raised));
    }
    wrong.extend(complaints(&tools, &pairs));
    println!("{} programs raised: {}", programs.len(), all.summary());
    assert!(!pairs.is_empty());
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong.first().unwrap());
}

#[test]
fn random_programs_transformed_after_raising() {
    let Some(tools) = Tools::find() else { return };
    let (mut random, mut pairs, mut copies) = (Random::new(1), Vec::new(), Vec::new());
    for it in programs(count() / 4) {
        let text = it.text();
        let mut ids = offered_on_raised(&text);
        for _ in 0..ids.len().min(3) {
            let id = ids.swap_remove(random.below(ids.len()));
            // What changes results by rounding or runs out of bounds is withheld.
            if let Some(after) = taken(&text, &id) {
                let of_kind = if id.contains("affine.copy") { &mut copies } else { &mut pairs };
                of_kind.push((text.clone(), after));
            }
        }
    }
    println!("{} actions and {} copies taken", pairs.len(), copies.len());
    assert!(!pairs.is_empty());
    let mut wrong = complaints(&tools, &pairs);
    // A box holds what lies between the elements that a loop touches.
    for copies in copies.chunks(50) {
        wrong.extend(complaints_of(&tools, copies, Speculation::Elements, &mut 0));
    }
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong.first().unwrap());
}

/// How many loops, conditions and accesses of `scf`, `memref` and `vector` a text has.
fn others(text: &str) -> usize {
    let names = [
        "scf.for ",
        "scf.parallel ",
        "scf.if ",
        "memref.load ",
        "memref.store ",
        "vector.load ",
        "vector.store ",
    ];
    names.iter().map(|it| text.matches(it).count()).sum()
}

#[test]
fn twins_raised() {
    let Some(tools) = Tools::find() else { return };
    let programs = affine_programs();
    for passes in LOWERINGS {
        let twins: Vec<String> = tools.printed(&programs, passes).into_iter().flatten().collect();
        let (mut pairs, mut before, mut left, mut most) = (Vec::new(), 0, 0, (0, String::new()));
        for twin in twins {
            let raised = taken(&twin, RAISE).unwrap_or_else(|| twin.clone());
            (before, left) = (before + others(&twin), left + others(&raised));
            most = most.max((others(&raised), raised.clone()));
            pairs.push((twin, raised));
        }
        println!("{}: {left} of {before} stay", passes.join(" "));
        assert!(before > 0 && left * 20 <= before, "{left} of {before} stay, the most in\n{}", most.1);
        let wrong = complaints(&tools, &pairs);
        assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong.first().unwrap());
    }
}
