//! Main files that are evaluated together and know nothing of each other.

use std::sync::Arc;

use ods::{Limits, ParsedFile, Source, evaluate};

struct Texts(&'static [(&'static str, &'static str)]);

impl Source for Texts {
    fn file(&self, path: &str, _: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        let (_, text) = self.0.iter().find(|it| it.0 == path)?;
        Some((path.into(), ParsedFile::parse(text)))
    }
}

/// Each main file sees what it includes, however often others have included it, and not what only others do.
#[test]
fn names_mean_what_a_file_includes() {
    let texts = Texts(&[
        ("one.td", "class Kind { int number = 1; }\ndef shared : Kind;"),
        ("two.td", "class Kind<int given> { int number = given; }\ndef shared : Kind<2>;"),
        ("a.td", "include \"one.td\"\ndef a : Kind { int other = shared.number; }"),
        ("b.td", "include \"two.td\"\ndef b : Kind<3> { int other = shared.number; }"),
        ("between.td", "include \"two.td\""),
        ("c.td", "include \"between.td\"\ndef c : Kind<4> { int other = shared.number; }"),
        ("d.td", "include \"one.td\"\ndef d : Kind { int other = shared.number; }"),
        ("e.td", "include \"between.td\"\ndef e : Kind<5> { int other = shared.number; }"),
    ]);
    let records = evaluate(&texts, &["a.td", "b.td", "c.td", "d.td", "e.td"], Limits::default());
    assert_eq!(records.errors, []);
    let numbers = |name: &str| {
        let record = records.get(name).unwrap();
        ["number", "other"].map(|it| record.field(it).as_integer().unwrap())
    };
    assert_eq!(["a", "b", "c", "d", "e"].map(numbers), [[1, 1], [3, 2], [4, 2], [1, 1], [5, 2]]);
}
