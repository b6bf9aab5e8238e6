//! `affine-analyzer.toml`: the configuration of a project, with what is wrong in it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context;
use rustc_hash::FxHashMap;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_edit::{Array, DocumentMut};

use super::{Config, OF_USER, is_known, meant};

pub(crate) const FILE_NAME: &str = "affine-analyzer.toml";

/// More bytes no configuration has.
const MOST_BYTES: u64 = 1 << 20;

/// The content of a project's file.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Project {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(super) settings: Value,
    /// The globs of files of definitions, and where each is.
    globs: Vec<(String, Range<usize>)>,
    /// In text order.
    pub(crate) problems: Vec<Problem>,
}

/// A range of the text, in bytes, and what is wrong there.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Problem {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
}

impl Project {
    /// Where a glob of files of definitions is in the text.
    pub(crate) fn place_of_glob(&self, glob: &str) -> Option<Range<usize>> {
        self.globs.iter().find(|it| it.0 == glob).map(|it| it.1.clone())
    }

    /// The file in the nearest of the folders from this one upwards that has one.
    pub(crate) fn nearest(folder: &Path) -> Option<PathBuf> {
        folder.ancestors().map(|it| it.join(FILE_NAME)).find(|it| it.is_file())
    }

    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let unreadable = || format!("cannot read `{}`", path.display());
        let size = std::fs::metadata(path).with_context(unreadable)?.len();
        anyhow::ensure!(
            size <= MOST_BYTES,
            "`{}` is too large: more than {MOST_BYTES} bytes",
            path.display()
        );
        let text = std::fs::read_to_string(path).with_context(unreadable)?;
        Ok(Self::of(path.to_owned(), text))
    }

    #[cfg(test)]
    pub(super) fn of_text(path: &str, text: &str) -> Self {
        Self::of(path.into(), text.to_owned())
    }

    fn of(path: PathBuf, text: String) -> Self {
        let (table, errors) = DeTable::parse_recoverable(&text);
        let mut problems: Vec<Problem> = errors
            .iter()
            .map(|it| Problem { range: it.span().unwrap_or(0..0), message: it.message().to_owned() })
            .collect();
        let mut reader = Reader { places: FxHashMap::default(), globs: Vec::new(), problems: &mut problems };
        let settings = reader.table(table.get_ref(), "");
        let Reader { places, globs, .. } = reader;
        for (key, message) in Config::default().take(&settings) {
            problems.push(Problem { range: places.get(&key).cloned().unwrap_or(0..0), message });
        }
        problems.sort_by_key(|it| (it.range.start, it.range.end));
        Self { path, text, settings, globs, problems }
    }
}

/// The text of a project's file with one more dialect among those that are known by name. `None` where it does not parse,
/// or has something else at that key.
pub(crate) fn with_dialect(text: &str, name: &str) -> Option<String> {
    with_texts(text, &[("names", &[name.to_owned()])])
}

/// As [`with_dialect`], with more files of definitions, and folders of what they include.
pub(crate) fn with_definitions(text: &str, files: &[String], include: &[String]) -> Option<String> {
    with_texts(text, &[("ods", files), ("include", include)])
}

/// Adds texts to lists of `[dialects]`, each where it is not there yet.
fn with_texts(text: &str, lists: &[(&str, &[String])]) -> Option<String> {
    let mut document = text.parse::<DocumentMut>().ok()?;
    let dialects = document.entry("dialects").or_insert_with(toml_edit::table).as_table_like_mut()?;
    for (key, texts) in lists.iter().filter(|it| !it.1.is_empty()) {
        let list = dialects.entry(key).or_insert_with(|| toml_edit::value(Array::new())).as_array_mut()?;
        for text in *texts {
            if !list.iter().any(|it| it.as_str() == Some(text)) {
                list.push(text);
            }
        }
    }
    Some(document.to_string())
}

/// The text of a project's file in which a code is silenced. `None` where it does not parse, or has something else there.
pub(crate) fn with_code_off(text: &str, code: &str) -> Option<String> {
    let mut document = text.parse::<DocumentMut>().ok()?;
    let severities =
        document.entry(super::SEVERITIES).or_insert_with(toml_edit::table).as_table_like_mut()?;
    severities.insert(code, toml_edit::value("off"));
    Some(document.to_string())
}

/// Turns tables into JSON, as editors send settings.
struct Reader<'a> {
    /// Where the value of each key is.
    places: FxHashMap<String, Range<usize>>,
    globs: Vec<(String, Range<usize>)>,
    problems: &'a mut Vec<Problem>,
}

impl Reader<'_> {
    /// The parser bounds how deep tables are nested.
    fn table(&mut self, table: &DeTable<'_>, path: &str) -> Value {
        let mut entries = serde_json::Map::new();
        for (name, value) in table {
            let name_text = name.get_ref().to_string();
            let key = if path.is_empty() { name_text.clone() } else { format!("{path}.{name_text}") };
            if !is_known(&key) {
                let message = format!("there is no key `{key}`{}", meant(&key));
                self.problems.push(Problem { range: name.span(), message });
                continue;
            }
            if OF_USER.contains(&key.as_str()) {
                let message = format!("`{key}` is taken from the user's own settings only");
                self.problems.push(Problem { range: name.span(), message });
                continue;
            }
            self.places.insert(key.clone(), value.span());
            entries.insert(name_text, self.value(value, &key));
        }
        Value::Object(entries)
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, key: &str) -> Value {
        match value.get_ref() {
            DeValue::String(it) => {
                if key == "dialects.ods" {
                    self.globs.push((it.as_ref().to_owned(), value.span()));
                }
                Value::from(it.as_ref())
            }
            DeValue::Integer(it) => {
                i64::from_str_radix(it.as_str(), it.radix()).map_or(Value::Null, Value::from)
            }
            DeValue::Float(it) => it.as_str().parse::<f64>().map_or(Value::Null, Value::from),
            DeValue::Boolean(it) => Value::from(*it),
            DeValue::Datetime(it) => Value::from(it.to_string()),
            DeValue::Array(it) => it.iter().map(|it| self.value(it, key)).collect(),
            DeValue::Table(it) => self.table(it, key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use serde_json::json;

    fn project(text: &str) -> Project {
        Project::of(PathBuf::from(FILE_NAME), text.to_owned())
    }

    fn check(text: &str, expected: Expect) {
        let problems = project(text).problems;
        let lines = problems.iter().map(|it| format!("{:?}: {}\n", &text[it.range.clone()], it.message));
        expected.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn the_editor_wins() {
        let project = project("tile.size = 8\n[unroll]\nfactor = 2\n[dialects]\nnames = [\"ours\"]\n");
        assert_eq!(project.problems, []);
        let config = Config::layered(Some(&project), &json!({ "tile.size": 16 }));
        assert_eq!((config.settings.tile_size, config.settings.unroll_factor), (16, 2));
        assert_eq!(config.settings.own_dialects, ["ours"]);
    }

    #[test]
    fn problems_are_placed() {
        let text = r#"
[dialects]
name = ["ours"]
names = 3
[diagnostics]
race = "of"
no-code = "off"
[tile]
size = 0
"#;
        check(
            text,
            expect![[r#"
                "name": there is no key `dialects.name`; did you mean `names`?
                "3": 3 is not a list of names
                "\"of\"": "of" is none of off, hint, information, warning and error
                "no-code": there is no key `diagnostics.no-code`
                "0": 0 is not a number from 1
            "#]],
        );
    }

    #[test]
    fn a_project_does_not_say_what_tests_may_do() {
        let text = "passes.testOptions = [\"load-pass-plugin\"]\n";
        check(
            text,
            expect![[r#"
                "testOptions": `passes.testOptions` is taken from the user's own settings only
            "#]],
        );
        let options = Config::layered(Some(&project(text)), &Value::Null).passes.test_options;
        assert_eq!(options, [""; 0]);
        let own = json!({ "passes": { "testOptions": ["debug-only"] } });
        assert_eq!(Config::layered(Some(&project(text)), &own).passes.test_options, ["debug-only"]);
    }

    #[test]
    fn a_dialect_is_added() {
        let added = |text: &str| with_dialect(text, "ours");
        assert_eq!(added("").unwrap(), "[dialects]\nnames = [\"ours\"]\n");
        assert_eq!(
            added("# All of us.\n[dialects]\nnames = [\"a\"] # here\n[tile]\nsize = 8\n").unwrap(),
            "# All of us.\n[dialects]\nnames = [\"a\", \"ours\"] # here\n[tile]\nsize = 8\n"
        );
        assert_eq!(added("dialects = 3"), None);
        assert_eq!(added("[dialects\n"), None);
    }

    #[test]
    fn definitions_are_added() {
        let added = |text: &str| with_definitions(text, &["a.td".into(), "b.td".into()], &["inc".into()]);
        assert_eq!(added("").unwrap(), "[dialects]\nods = [\"a.td\", \"b.td\"]\ninclude = [\"inc\"]\n");
        assert_eq!(
            added("dialects.ods = [\"a.td\"] # ours\n").unwrap(),
            "dialects.ods = [\"a.td\", \"b.td\"] # ours\ndialects.include = [\"inc\"]\n"
        );
        assert_eq!(with_definitions("", &["a.td".into()], &[]).unwrap(), "[dialects]\nods = [\"a.td\"]\n");
    }

    #[test]
    fn what_parses_is_taken() {
        let project = project("tile.size = 8\nunroll = [\n");
        assert!(!project.problems.is_empty());
        assert_eq!(Config::layered(Some(&project), &Value::Null).settings.tile_size, 8);
    }
}
