//! The tables of `docs/speed.md`, and the one of the README that is made of them.

use std::path::{Path, PathBuf};

/// A row of a table: the size of the text (`1,000`, `5,000 in one function`), the thing that was measured, and its cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    size: String,
    what: String,
    cells: Vec<String>,
}

/// The sections that are written, by the name in their marks.
pub const TIMES: &str = "times";
pub const MEMORY: &str = "memory";
pub const START: &str = "start";

/// The rows and sizes that the README has.
const IN_README: [&str; 4] = ["a name is broken and mended", "opening, first errors", "hover", "completion"];
const SIZES_IN_README: [usize; 2] = [1_000, 100_000];

pub fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/speed.md")
}

pub fn readme() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md")
}

impl Row {
    pub fn new(size: String, what: &str, cells: impl IntoIterator<Item = String>) -> Self {
        Self { size, what: what.to_owned(), cells: cells.into_iter().collect() }
    }

    /// `None` for a line that is not a row, such as the head of a table.
    fn read(line: &str) -> Option<Self> {
        let mut cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").map(str::to_owned);
        let size = cells.next().filter(|it| it.starts_with(|it: char| it.is_ascii_digit()))?;
        Some(Self { size, what: cells.next()?, cells: cells.collect() })
    }

    fn lines(&self) -> usize {
        let number = self.size.split(' ').next().unwrap_or_default();
        number.replace(',', "").parse().unwrap_or(usize::MAX)
    }

    fn write(&self) -> String {
        format!("| {} | {} | {} |\n", self.size, self.what, self.cells.join(" | "))
    }
}

/// `100,000`
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// The text between the marks of a section, which are in the text.
fn section<'t>(text: &'t str, name: &str) -> (&'t str, &'t str, &'t str) {
    let (start, end) = (format!("<!-- {name}: start -->\n"), format!("<!-- {name}: end -->"));
    let at = text.find(&start).map(|it| it + start.len()).unwrap_or_else(|| panic!("no section {name}"));
    let length = text[at..].find(&end).unwrap_or_else(|| panic!("the section {name} does not end"));
    (&text[..at], &text[at..at + length], &text[at + length..])
}

/// The text with other contents of a section.
pub fn with_section(text: &str, name: &str, contents: &str) -> String {
    let (before, _, after) = section(text, name);
    format!("{before}{contents}{after}")
}

/// The text with these rows in the table of a section, in place of all that it has for the same sizes.
pub fn with_rows(text: &str, name: &str, rows: Vec<Row>) -> String {
    let table = section(text, name).1;
    let head: String =
        table.split_inclusive('\n').take_while(|it| Row::read(it.trim_end()).is_none()).collect();
    let is_new = |it: &Row| rows.iter().any(|new| new.size == it.size);
    let mut all: Vec<Row> = table.lines().filter_map(Row::read).filter(|it| !is_new(it)).collect();
    all.extend(rows);
    all.sort_by_key(Row::lines);
    with_section(text, name, &(head + &all.iter().map(Row::write).collect::<String>()))
}

/// The README's table, from the page's rows: times, and how many times faster than the peer they are.
pub fn readme_table(page: &str) -> String {
    let rows: Vec<Row> = section(page, TIMES).1.lines().filter_map(Row::read).collect();
    let sizes = SIZES_IN_README.map(|it| format!("{} lines", grouped(it)));
    let mut table = format!("| | {} |\n|---|--:|--:|\n", sizes.join(" | "));
    for what in IN_README {
        let cell = |lines: usize| {
            let row = rows.iter().find(|it| it.size == grouped(lines) && it.what == what);
            let row = row.unwrap_or_else(|| panic!("the page has no row of {lines} lines: {what}"));
            let (time, times) = (&row.cells[0], &row.cells[row.cells.len() - 2]);
            format!("{time}, {times} times")
        };
        table.push_str(&format!("| {what} | {} |\n", SIZES_IN_README.map(cell).join(" | ")));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
<!-- times: start -->
| lines | what | time |
|--:|---|--:|
| 100 | hover | 1 ms |
| 1,000 | hover | 2 ms |
| 100,000 | hover | 3 ms |
<!-- times: end -->
";

    #[test]
    fn rows_of_measured_sizes_are_replaced() {
        let rows = vec![
            Row::new("1,000".to_owned(), "hover", ["4 ms".to_owned()]),
            Row::new("1,000,000".to_owned(), "hover", ["5 ms".to_owned()]),
        ];
        let expected =
            PAGE.replace("2 ms", "4 ms").replace("3 ms |\n", "3 ms |\n| 1,000,000 | hover | 5 ms |\n");
        assert_eq!(with_rows(PAGE, TIMES, rows), expected);
    }

    #[test]
    fn a_run_of_nothing_changes_nothing() {
        assert_eq!(with_rows(PAGE, TIMES, Vec::new()), PAGE);
    }
}
