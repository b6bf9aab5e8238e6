//! What depends on something that is missing is unknown, and nothing else is.

use std::sync::Arc;

use ods::{Limits, ParsedFile, Source, Value, evaluate};

struct Texts(&'static [(&'static str, &'static str)]);

impl Source for Texts {
    fn file(&self, path: &str, _: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        let (_, text) = self.0.iter().find(|it| it.0 == path)?;
        Some((path.into(), ParsedFile::parse(text)))
    }
}

#[test]
fn what_depends_on_a_missing_name_is_unknown() {
    let texts = Texts(&[(
        "a.td",
        r#"
class Kind<list<int> numbers = []> { list<int> all = numbers; int other = 3; string word = "w"; }
def a : Kind<[1, missing, 2]>;
def b : Kind<!listconcat([1], missing)> { let other = !if(missing, 1, 2); let word = !strconcat("x", missing); }
def c : Kind { let other = !size([missing]); int more = a.other; dag d = (a missing:$x, 4:$y); }
def d : Kind { int none = a.all[1]; bit same = !eq(missing, 1); int all = !foldl(0, [missing], sum, it, !add(sum, it)); }
"#,
    )]);
    let records = evaluate(&texts, &["a.td"], Limits::default());
    let get = |name: &str| records.get(name).unwrap();
    let list = |it: &[Value]| Value::List(it.into());
    let (one, two) = (Value::Integer(1), Value::Integer(2));
    assert_eq!(*get("a").field("all"), list(&[one.clone(), Value::Unknown, two]));
    assert_eq!(*get("a").field("other"), Value::Integer(3));
    assert_eq!(*get("b").field("all"), list(&[one, Value::Unknown]));
    assert_eq!((get("b").field("other"), get("b").field("word")), (&Value::Unknown, &Value::Unknown));
    assert_eq!((get("c").field("other"), get("c").field("more")), (&Value::Unknown, &Value::Integer(3)));
    let arguments = get("c").field("d").arguments();
    assert_eq!(arguments[0], (Value::Unknown, Some("x".into())));
    assert_eq!(arguments[1], (Value::Integer(4), Some("y".into())));
    for name in ["none", "same", "all"] {
        assert_eq!(*get("d").field(name), Value::Unknown, "{name}");
    }
    assert!(records.errors.iter().all(|it| it.message == "missing is not defined"), "{:?}", records.errors);
}

/// A class that is missing may set what those before it have, and not what stands behind it.
#[test]
fn a_missing_class_may_set_what_it_likes() {
    let texts = Texts(&[(
        "a.td",
        r#"
class Kind { int one = 1; int two = 2; }
class Both : Kind, Missing { let two = 4; let three = 5; }
def a : Both;
def b : Kind;
"#,
    )]);
    let records = evaluate(&texts, &["a.td"], Limits::default());
    let a = records.get("a").unwrap();
    assert_eq!(
        ["one", "two", "three"].map(|it| a.field(it).clone()),
        [Value::Unknown, Value::Integer(4), Value::Integer(5)]
    );
    assert!(a.is_partial && !records.get("b").unwrap().is_partial);
}

/// An error is told where the text is that is wrong, not where it is used.
#[test]
fn errors_are_where_the_text_is() {
    const BASE: &str = "class Kind<int n = missing> { int a = n; int b = gone; }\nmulticlass Many { def _x : Kind { int c = lost; } }";
    const MAIN: &str = "include \"base.td\"\ninclude \"none.td\"\ndef one : Kind;\ndef two : Kind<nowhere>;\ndefm three : Many;";
    let records = evaluate(&Texts(&[("base.td", BASE), ("main.td", MAIN)]), &["main.td"], Limits::default());
    let mut found: Vec<_> = records.errors.iter().map(|it| (&*it.file, it.message.as_str())).collect();
    found.sort_unstable();
    let expected = [
        ("base.td", "gone is not defined"),
        ("base.td", "lost is not defined"),
        ("base.td", "missing is not defined"),
        ("main.td", "none.td cannot be read"),
        ("main.td", "nowhere is not defined"),
    ];
    assert_eq!(found, expected);
    for error in &records.errors {
        let text = if &*error.file == "base.td" { BASE } else { MAIN };
        let at = text.get(error.at as usize..).unwrap();
        let word = error.message.split(' ').next().unwrap();
        assert!(at.starts_with(word) || at.starts_with("include") || at.contains(word), "{error:?}");
    }
}
