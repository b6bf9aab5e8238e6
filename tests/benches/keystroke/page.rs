//! The tables of `docs/speed.md` and the smaller one of the README, written from a run. Rows of sizes that the run did
//! not measure stay as they are.

use crate::figures::{Figures, cell, line, ratio};
use affine_analyzer_tests::speed::{self, Row, grouped};
use std::fs;

/// The rows of a run so far; each is printed when it is added.
#[derive(Default)]
pub(crate) struct Page {
    rows: Vec<Row>,
    memory: Vec<Row>,
    start: Option<String>,
}

/// What the page calls the rows of the benchmark that it has; the first answer to a request has a row where it takes
/// much longer than those after it.
const NAMES: &[(&str, &str)] = &[
    ("open, first errors, pulled", "opening, first errors"),
    ("open, everything, pulled", "opening, everything"),
    ("a name is broken and mended", "a name is broken and mended"),
    ("a blank in a function", "a blank in a function"),
    ("a new line", "a new line"),
    ("a comment", "a comment"),
    ("a loop bound", "a loop bound"),
    ("hover, the first", "hover, the first"),
    ("hover", "hover"),
    ("definition", "definition"),
    ("references", "references"),
    ("document symbols, the first", "document symbols, the first"),
    ("document symbols", "document symbols"),
    ("completion", "completion"),
    ("code actions, the first", "code actions, the first"),
    ("code actions", "code actions"),
    ("semantic tokens of 60 lines", "semantic tokens of 60 lines"),
];

impl Page {
    /// Adds a line of the table of times, for a text of that size.
    pub(crate) fn add(&mut self, size: &str, what: &str, ours: &Figures, theirs: &Figures) {
        println!("{}", line(size, what, ours, theirs));
        let Some((_, name)) = NAMES.iter().find(|it| it.0 == what) else { return };
        let of_peer = [cell(theirs.median()), cell(theirs.cpu)];
        let ratios = [ratio(ours.median(), theirs.median()), ratio(ours.cpu, theirs.cpu)];
        let cells = [cell(ours.median()), cell(ours.cpu)].into_iter().chain(of_peer).chain(ratios);
        self.rows.push(Row::new(size.to_owned(), name, cells));
    }

    /// Adds a line of the table of memory, in MiB.
    pub(crate) fn add_memory(&mut self, lines: usize, what: &str, [ours, theirs]: [u64; 2]) {
        println!("| {lines} | memory {what}, MiB | {ours} | | | {theirs} | | | | |");
        self.memory.push(Row::new(grouped(lines), what, [ours, theirs].map(|it| it.to_string())));
    }

    /// How many times faster the server starts.
    pub(crate) fn set_start(&mut self, times: String) {
        self.start = Some(format!("The server starts {times} times faster.\n"));
    }

    /// Writes what was measured into the documents.
    pub(crate) fn write(self) {
        let mut text = fs::read_to_string(speed::page()).expect("the page can be read");
        text = speed::with_rows(&text, speed::TIMES, self.rows);
        text = speed::with_rows(&text, speed::MEMORY, self.memory);
        if let Some(start) = self.start {
            text = speed::with_section(&text, speed::START, &start);
        }
        fs::write(speed::page(), &text).expect("the page can be written");
        let readme = fs::read_to_string(speed::readme()).expect("the README can be read");
        let table = speed::readme_table(&text);
        fs::write(speed::readme(), speed::with_section(&readme, speed::TIMES, &table))
            .expect("the README can be written");
    }
}
