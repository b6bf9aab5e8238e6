//! The README: short, and its figures are those of the page that a benchmark writes.

use super::root;
use affine_analyzer_tests::speed;
use std::fs;

const MOST_WORDS: usize = 1_200;
const MOST_ROWS: usize = 20;

#[test]
fn the_readme_is_short() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let words = text.split_whitespace().count();
    assert!(words <= MOST_WORDS, "{words} words: move what is not of the first minute to `docs`");
    // A line of dashes is below the head of each table.
    let rows = text.lines().filter(|it| it.starts_with('|') && !it.starts_with("|--")).count();
    assert!(rows <= MOST_ROWS, "{rows} rows of tables: move some to `docs`");
}

#[test]
fn figures_of_the_readme_are_those_of_the_page() {
    let page = fs::read_to_string(speed::page()).unwrap();
    let readme = fs::read_to_string(speed::readme()).unwrap();
    let expected = speed::with_section(&readme, speed::TIMES, &speed::readme_table(&page));
    assert_eq!(readme, expected, "`cargo bench --bench keystroke -- write` writes both");
}
