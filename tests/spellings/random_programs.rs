//! Random programs: what is said of their dependences against running them.

use affine_analyzer_tests::tools::Tools;

use crate::answer::{Answer, answers};
use crate::judge::{Counts, Extent, TrueAccess, Truth};
use crate::program::{Distances, Program, names};

/// So many programs are one file.
pub(crate) const AT_ONCE: usize = 25;

const MOST_PROGRAMS: usize = 10_000;

/// A program that has a meaning.
pub(crate) struct Judged {
    pub(crate) seed: u64,
    pub(crate) program: Program,
    distances: Distances,
}

/// So many of them, from the first seed on.
pub(crate) fn programs(count: usize) -> impl Iterator<Item = Judged> {
    let judged = |seed| {
        let program = Program::random(seed);
        Some(Judged { seed, distances: program.run().ok()?, program })
    };
    (0..).filter_map(judged).take(count)
}

impl Judged {
    pub(crate) fn text(&self) -> String {
        self.program.text("f").text
    }

    /// The function stands in the text from a line on, and its accesses in these lines of it.
    fn truth(&self, first_line: usize, lines: &[usize]) -> Truth {
        let accesses = self.program.accesses.iter().zip(lines).map(|(access, line)| TrueAccess {
            line: first_line + line,
            loops: access.loops().iter().map(|it| names(*it)).collect(),
            is_hard: !access.features.is_empty(),
        });
        let dependences = self.distances.iter().map(|(key, distances)| {
            let loops = distances.first().map_or(0, Vec::len);
            let of = |dim: usize| distances.iter().map(move |it| it[dim]);
            let components = (0..loops).map(|dim| (of(dim).min(), of(dim).max())).collect();
            (*key, Extent { components, distances: Some(distances.iter().cloned().collect()) })
        });
        Truth { accesses: accesses.collect(), dependences: dependences.collect(), ..Truth::default() }
    }
}

/// The text of all, with the truth about each of its functions.
pub(crate) fn file(programs: &[Judged]) -> (String, Vec<Truth>) {
    let (mut text, mut truths, mut line) = (String::new(), Vec::new(), 0);
    for (at, it) in programs.iter().enumerate() {
        let function = it.program.text(&function(at));
        truths.push(it.truth(line, &function.lines));
        line += function.text.lines().count();
        text += &function.text;
    }
    (text, truths)
}

pub(crate) fn function(at: usize) -> String {
    format!("f{at}")
}

/// The truth about so many programs.
pub(crate) fn truths(count: usize) -> Vec<Truth> {
    file(&programs(count).collect::<Vec<_>>()).1
}

/// How many programs are judged.
pub(crate) fn count() -> usize {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse::<usize>().ok());
    cases.map_or(200, |it| it / 2).min(MOST_PROGRAMS)
}

#[test]
fn random_programs() {
    let count = count();
    let programs: Vec<Judged> = programs(count).collect();
    let mut all = Counts::default();
    for programs in programs.chunks(AT_ONCE) {
        let (text, truths) = file(programs);
        let answers = answers(&text);
        for (at, (it, truth)) in programs.iter().zip(&truths).enumerate() {
            let mut counts = Counts::default();
            counts.judge(truth, answers.get(&function(at)).unwrap_or(&Answer::default()));
            for wrong in &mut counts.wrong {
                *wrong = format!("seed {}: {wrong}\n{}", it.seed, it.text());
            }
            all.add(counts);
        }
    }
    println!("{count} programs: {}", all.summary());
    assert!(all.wrong.is_empty(), "{}", all.wrong.iter().take(5).cloned().collect::<Vec<_>>().join("\n"));
}

#[test]
fn random_programs_are_programs() {
    let Some(tools) = Tools::find() else { return };
    for it in programs(100) {
        let text = it.text();
        assert_eq!(tools.complaint(&text), None, "seed {}\n{text}", it.seed);
    }
}
