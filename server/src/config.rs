//! The user's settings: under `affine-analyzer.*` in an editor, and in `affine-analyzer.toml`.

mod project;
#[cfg(test)]
mod schema;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analysis::{Mlir, Severity, TARGETS};
use passes::did_you_mean;
use serde_json::{Map, Value};

use crate::globs::matcher;

pub(crate) use project::{FILE_NAME, Project, with_code_off, with_definitions, with_dialect};

pub(crate) const SECTION: &str = "affine-analyzer";

/// Whether the folders that are open are trusted: no setting, but what a client says that knows.
const TRUST: &str = "workspace.isTrusted";

/// Keys that no project sets: what they allow, a project could abuse.
const OF_USER: &[&str] = &["passes.testOptions"];

/// The table whose keys are codes of diagnostics.
const SEVERITIES: &str = "diagnostics";

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    pub(crate) settings: analysis::Settings,
    /// Whether a lens above each loop says if it is parallel.
    pub(crate) loop_lenses: bool,
    /// Whether lenses above `RUN:` lines run the test.
    pub(crate) test_lenses: bool,
    pub(crate) trip_count_hints: bool,
    pub(crate) distance_hints: bool,
    /// Warnings and hints of one file that are shown, those nearest to the last edit.
    pub(crate) most_hints: usize,
    /// Entries of the outline; of a file with more, the innermost loops are not shown.
    pub(crate) most_symbols: usize,
    pub(crate) result_type_hints: bool,
    pub(crate) induction_range_hints: bool,
    pub(crate) bound_hints: bool,
    /// Whether the brace of a loop is followed by what its lens says.
    pub(crate) loop_hints: bool,
    pub(crate) region_end_hints: bool,
    /// Where the pages of the diagnostics are published; without it, diagnostics carry no link.
    pub(crate) docs_base_url: Option<String>,
    pub(crate) definitions: DefinitionFiles,
    pub(crate) passes: PassTool,
}

/// The tool like `mlir-opt` that runs passes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PassTool {
    /// The one that the user has chosen.
    pub(crate) tool: Option<PathBuf>,
    /// The one that the project names: it may be anything, and is run only where the user trusts the project.
    pub(crate) of_project: Option<PathBuf>,
    /// Options of the tool that tests may use beyond those that are known to be harmless.
    pub(crate) test_options: Vec<String>,
    /// Whether the user trusts the folders that are open; `None` where that is unknown.
    pub(crate) is_trusted: Option<bool>,
}

/// Where the definitions of the user's dialects are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct DefinitionFiles {
    /// The folder that relative paths count from.
    pub(crate) folder: PathBuf,
    /// Globs of TableGen's files.
    pub(crate) files: Vec<String>,
    /// Folders of what they include.
    pub(crate) include: Vec<String>,
    pub(crate) forms: Vec<Form>,
    /// Whether the user has named the files, and not a project's file.
    pub(crate) are_files_of_user: bool,
    /// As for the files.
    pub(crate) is_include_of_user: bool,
    /// The folders that the user has opened.
    pub(crate) opened: Vec<PathBuf>,
}

impl DefinitionFiles {
    /// Whether the file is among those that are named.
    pub(crate) fn has(&self, file: &Path) -> bool {
        let names = |pattern: &String| {
            let pattern = self.folder.join(pattern);
            pattern == file || matcher(&pattern.display().to_string()).is_ok_and(|it| it.is_match(file))
        };
        self.files.iter().any(names)
    }
}

/// The assembly format of operations that are parsed in C++.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    /// A glob of their names.
    pub(crate) operations: String,
    pub(crate) format: String,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            settings: analysis::Settings::default(),
            loop_lenses: true,
            test_lenses: true,
            trip_count_hints: true,
            distance_hints: true,
            most_hints: 200,
            most_symbols: 2_000,
            result_type_hints: false,
            induction_range_hints: true,
            bound_hints: true,
            loop_hints: false,
            region_end_hints: true,
            docs_base_url: None,
            definitions: DefinitionFiles::default(),
            passes: PassTool::default(),
        }
    }
}

/// A key with its dots, what its value has to be, and how it is taken over; `None` where the value is something else.
struct Key {
    name: &'static str,
    expects: &'static str,
    set: fn(&mut Config, &Value) -> Option<()>,
}

const fn key(name: &'static str, expects: &'static str, set: fn(&mut Config, &Value) -> Option<()>) -> Key {
    Key { name, expects, set }
}

const FLAG: &str = "true or false";
const COUNT: &str = "a number that is not negative";
const NUMBER: &str = "a number from 1";

/// Every key but the codes of diagnostics.
static KEYS: &[Key] = &[
    key("codeLens.loops", FLAG, |it, value| set(&mut it.loop_lenses, value.as_bool())),
    key("codeLens.tests", FLAG, |it, value| set(&mut it.test_lenses, value.as_bool())),
    key("diagnostics.limit", COUNT, |it, value| set(&mut it.most_hints, count(value))),
    key("dialects.form", "a list of tables with `operations` and `format`", |it, value| {
        set(&mut it.definitions.forms, forms(value))
    }),
    key("dialects.include", "a list of folders", |it, value| set(&mut it.definitions.include, texts(value))),
    key("dialects.ods", "a list of globs", |it, value| set(&mut it.definitions.files, texts(value))),
    key("dialects.names", "a list of names", |it, value| set(&mut it.settings.own_dialects, texts(value))),
    key("docs.baseUrl", "a text", |it, value| {
        let url = value.as_str()?.trim_end_matches('/');
        it.docs_base_url = (!url.is_empty()).then(|| url.to_owned());
        Some(())
    }),
    key("fusion.computeTolerance", COUNT, |it, value| {
        let fraction = value.as_f64().filter(|it| it.is_finite() && *it >= 0.0);
        set(&mut it.settings.compute_tolerance, fraction)
    }),
    key("fusion.fastMemoryCapacity", "a number of kilobytes", |it, value| {
        it.settings.fast_memory_bytes = Some(value.as_u64()?.checked_mul(1024)?);
        Some(())
    }),
    key("fusion.maximal", FLAG, |it, value| set(&mut it.settings.maximal_fusion, value.as_bool())),
    key("hints.enable", FLAG, |it, value| set(&mut it.settings.hints, value.as_bool())),
    key("inlayHints.bounds", FLAG, |it, value| set(&mut it.bound_hints, value.as_bool())),
    key("inlayHints.distances", FLAG, |it, value| set(&mut it.distance_hints, value.as_bool())),
    key("inlayHints.inductionRanges", FLAG, |it, value| set(&mut it.induction_range_hints, value.as_bool())),
    key("inlayHints.loops", FLAG, |it, value| set(&mut it.loop_hints, value.as_bool())),
    key("inlayHints.regionEnds", FLAG, |it, value| set(&mut it.region_end_hints, value.as_bool())),
    key("inlayHints.resultTypes", FLAG, |it, value| set(&mut it.result_type_hints, value.as_bool())),
    key("inlayHints.tripCounts", FLAG, |it, value| set(&mut it.trip_count_hints, value.as_bool())),
    key("loops.latencies", "a table of operations and cycles", |it, value| {
        set(&mut it.settings.latencies, latencies(value))
    }),
    key("mlir.version", "a version of MLIR, such as \"23\"", |it, value| {
        set(&mut it.settings.mlir, Some(Some(Mlir::Named(value.as_str()?.parse().ok()?))))
    }),
    key("optimize.bits", NUMBER, |it, value| machine(it, "bits", value)),
    key("optimize.cores", NUMBER, |it, value| machine(it, "cores", value)),
    key("optimize.l1", NUMBER, |it, value| machine(it, "l1", value)),
    key("optimize.l2", NUMBER, |it, value| machine(it, "l2", value)),
    key("optimize.l3", NUMBER, |it, value| machine(it, "l3", value)),
    key("optimize.latency", NUMBER, |it, value| machine(it, "latency", value)),
    key("optimize.registers", NUMBER, |it, value| machine(it, "registers", value)),
    key("optimize.size", NUMBER, |it, value| machine(it, "size", value)),
    key("optimize.target", "the name of a target", |it, value| {
        let name = value.as_str()?.trim();
        let known = TARGETS.iter().find(|it| it.name == name)?;
        set(&mut it.settings.machine.target, Some(known.name))
    }),
    key("outline.limit", COUNT, |it, value| set(&mut it.most_symbols, count(value))),
    key("passes.testOptions", "a list of names", |it, value| set(&mut it.passes.test_options, texts(value))),
    key("passes.tool", "a text", |it, value| {
        let path = value.as_str()?.trim();
        it.passes.tool = (!path.is_empty()).then(|| path.into());
        Some(())
    }),
    key("tile.size", "a number from 1", |it, value| set(&mut it.settings.tile_size, at_least(1, value))),
    key("unroll.factor", "a number from 2", |it, value| {
        set(&mut it.settings.unroll_factor, at_least(2, value))
    }),
    key("vectorize.bits", "a number from 16 to 4096", |it, value| {
        let bits = value.as_u64().and_then(|it| u32::try_from(it).ok());
        set(&mut it.settings.vector_bits, bits.filter(|it| (16..=4096).contains(it)))
    }),
    key("vectorize.reassociate", FLAG, |it, value| set(&mut it.settings.reassociate, value.as_bool())),
];

fn set<T>(place: &mut T, value: Option<T>) -> Option<()> {
    *place = value?;
    Some(())
}

fn count(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|it| usize::try_from(it).ok())
}

fn at_least(least: i64, value: &Value) -> Option<i64> {
    value.as_i64().filter(|it| *it >= least)
}

fn machine(config: &mut Config, property: &str, value: &Value) -> Option<()> {
    let value = value.as_u64().and_then(|it| u32::try_from(it).ok()).filter(|it| *it > 0)?;
    config.settings.machine.set(property, value).then_some(())
}

fn latencies(value: &Value) -> Option<BTreeMap<String, u32>> {
    let cycles = |it: &Value| it.as_u64().and_then(|it| u32::try_from(it).ok());
    value.as_object()?.iter().map(|(name, it)| Some((name.clone(), cycles(it)?))).collect()
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|it| it.as_str().map(|it| it.trim().to_owned())).collect()
}

fn forms(value: &Value) -> Option<Vec<Form>> {
    let text = |it: &Value, key: &str| Some(it.get(key)?.as_str()?.to_owned());
    let form = |it: &Value| Some(Form { operations: text(it, "operations")?, format: text(it, "format")? });
    value.as_array()?.iter().map(form).collect()
}

/// How bad a diagnostic is to be; `None` inside for one that is not to be said.
fn severity(value: &Value) -> Option<Option<Severity>> {
    Some(match value.as_str()? {
        "off" => None,
        "hint" => Some(Severity::Hint),
        "information" => Some(Severity::Information),
        "warning" => Some(Severity::Warning),
        "error" => Some(Severity::Error),
        _ => return None,
    })
}

impl Config {
    /// The configuration of a project under the settings of an editor, which win.
    pub(crate) fn layered(project: Option<&Project>, section: &Value) -> Self {
        let mut config = Self::default();
        if let Some(project) = project {
            // Of a path without folders the parent is not a folder that could be asked.
            let path = std::path::absolute(&project.path).unwrap_or_else(|_| project.path.clone());
            config.definitions.folder = path.parent().map(PathBuf::from).unwrap_or_default();
            config.take(&project.settings);
            let folder = &config.definitions.folder;
            config.passes.of_project = config.passes.tool.take().map(|it| folder.join(it));
        }
        let names_some = |key: &str| at(section, key).and_then(texts).is_some_and(|it| !it.is_empty());
        config.definitions.are_files_of_user = names_some("dialects.ods");
        config.definitions.is_include_of_user = names_some("dialects.include");
        // A project's own word is no reason to trust it.
        config.passes.is_trusted = at(section, TRUST).and_then(Value::as_bool);
        for (key, problem) in config.take(section) {
            tracing::warn!("{SECTION}.{key}: {problem}");
        }
        config
    }

    /// The configuration of a file that the user has named.
    pub(crate) fn named(project: &Project) -> Self {
        let mut config = Self::layered(Some(project), &Value::Null);
        config.definitions.are_files_of_user = true;
        config.definitions.is_include_of_user = true;
        config
    }

    /// Takes over what a section says, at keys with dots or in nested tables. What is of a wrong type stays as it was, and
    /// is reported with its key.
    fn take(&mut self, section: &Value) -> Vec<(String, String)> {
        let mut problems = Vec::new();
        // Most clients say nothing, and there are hundreds of keys.
        if section.as_object().is_none_or(Map::is_empty) {
            return problems;
        }
        for key in KEYS {
            if let Some(value) = at(section, key.name)
                && (key.set)(self, value).is_none()
            {
                problems.push((key.name.to_owned(), format!("{value} is not {}", key.expects)));
            }
        }
        for code in analysis::codes() {
            let key = format!("{SEVERITIES}.{code}");
            let Some(value) = at(section, &key) else { continue };
            match severity(value) {
                Some(severity) => _ = self.settings.severities.insert(code, severity),
                None => problems
                    .push((key, format!("{value} is none of off, hint, information, warning and error"))),
            }
        }
        problems
    }

    /// The value of the section in what `initialize` or `workspace/didChangeConfiguration` carry: the section itself, or
    /// settings that contain it.
    pub(crate) fn section(settings: &Value) -> &Value {
        settings.get(SECTION).unwrap_or(settings)
    }
}

/// Whether a key with its dots means something, or begins one that does.
fn is_known(key: &str) -> bool {
    let begins =
        |it: &&Key| it.name == key || it.name.strip_prefix(key).is_some_and(|it| it.starts_with('.'));
    let is_code = |it: &str| analysis::codes().binary_search(&it).is_ok();
    let is_of_form = matches!(key, "dialects.form.operations" | "dialects.form.format");
    is_of_form
        || KEYS.iter().any(|it| begins(&it))
        || key.strip_prefix(SEVERITIES).and_then(|it| it.strip_prefix('.')).is_some_and(is_code)
}

/// A suggestion for an unknown key, among those of the same table.
fn meant(key: &str) -> String {
    let (table, name) = key.rsplit_once('.').unwrap_or(("", key));
    let inside = |it: &'static str| match table {
        "" => Some(it),
        table => it.strip_prefix(table)?.strip_prefix('.'),
    };
    let keys = KEYS.iter().filter_map(|it| inside(it.name)).filter_map(|it| it.split('.').next());
    let codes = analysis::codes();
    let codes = codes.iter().copied().filter(|_| table == SEVERITIES);
    did_you_mean(name, keys.chain(codes))
}

/// The value at a dotted key, whether tables are nested or the dots are left in the keys.
fn at<'a>(section: &'a Value, key: &str) -> Option<&'a Value> {
    let nested = || key.split('.').try_fold(section, |value, part| value.get(part));
    section.get(key).or_else(nested).filter(|value| !value.is_null())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The configuration by the settings of an editor alone.
    fn read(section: &Value) -> Config {
        Config::layered(None, section)
    }

    #[test]
    fn nested_and_dotted_keys() {
        let nested = read(
            &json!({"hints": {"enable": false}, "fusion": {"computeTolerance": 1}, "vectorize": {"bits": 256}}),
        );
        let dotted =
            read(&json!({"hints.enable": false, "fusion.computeTolerance": 1.0, "vectorize.bits": 256}));
        assert_eq!(nested, dotted);
        assert!(!nested.settings.hints);
        assert_eq!(nested.settings.compute_tolerance, 1.0);
        assert_eq!(nested.settings.vector_bits, 256);
    }

    #[test]
    fn sizes_of_transformations() {
        let config = read(&json!({"tile": {"size": 8}, "unroll.factor": 2}));
        assert_eq!((config.settings.tile_size, config.settings.unroll_factor), (8, 2));
    }

    #[test]
    fn wrong_values_keep_the_default() {
        let value = json!({
            "hints": {"enable": "no"},
            "fusion": {"computeTolerance": -1},
            "vectorize": {"bits": 1, "reassociate": 1},
            "tile": {"size": 0},
            "unroll.factor": 1,
            "docs": {"baseUrl": ""},
            "dialects": {"names": ["mine", 1]},
            "diagnostics.limit": -1,
        });
        assert_eq!(read(&value), Config::default());
        assert_eq!(read(&Value::Null), Config::default());
    }

    #[test]
    fn the_section_may_be_wrapped() {
        let settings = json!({"affine-analyzer": {"docs": {"baseUrl": "https://example.org/d/"}}});
        let wrapped = read(Config::section(&settings));
        assert_eq!(wrapped.docs_base_url.as_deref(), Some("https://example.org/d"));
    }

    #[test]
    fn a_project_names_a_tool_and_no_trust() {
        let text = "[passes]\ntool = \"build/opt\"\n[workspace]\nisTrusted = true\n";
        let project = Project::of_text("/p/affine-analyzer.toml", text);
        let config = Config::layered(Some(&project), &json!({"passes": {"tool": ""}}));
        assert_eq!(
            config.passes,
            PassTool { of_project: Some("/p/build/opt".into()), ..PassTool::default() }
        );
        let config =
            Config::layered(Some(&project), &json!({"passes.tool": "/o", "workspace": {"isTrusted": true}}));
        assert_eq!(config.passes.tool, Some("/o".into()));
        assert_eq!(config.passes.is_trusted, Some(true));
    }

    #[test]
    fn severities_of_single_diagnostics() {
        let config = read(&json!({"diagnostics": {"dead-store": "off", "race": "hint", "limit": 3}}));
        let severities: Vec<_> = config.settings.severities.into_iter().collect();
        assert_eq!(severities, [("dead-store", None), ("race", Some(Severity::Hint))]);
        assert_eq!(config.most_hints, 3);
    }

    /// Every key is a setting that the extension declares. Every setting that the extension declares is read, with the same defaults, and both pages list it.
    #[test]
    fn declared_settings_are_read_and_described() {
        let manifest: Value =
            serde_json::from_str(include_str!("../../vscode-extension/package.json")).unwrap();
        let page = include_str!("../../docs/editors.md");
        let readme = include_str!("../../vscode-extension/README.md");
        let sections = manifest["contributes"]["configuration"].as_array().unwrap().iter();
        let declared: Vec<(&str, &Value)> = sections
            .flat_map(|it| it["properties"].as_object().unwrap())
            .filter_map(|(key, value)| Some((key.strip_prefix("affine-analyzer.")?, value)))
            // These are the extension's own.
            .filter(|it| !["server.", "trace.", "proof."].iter().any(|own| it.0.starts_with(own)))
            .collect();
        for key in KEYS {
            assert!(declared.iter().any(|it| it.0 == key.name), "{} is not declared", key.name);
        }
        for (index, (key, property)) in declared.iter().enumerate() {
            assert!(!declared[..index].iter().any(|it| it.0 == *key), "{key} is declared twice");
            let default = &property["default"];
            assert_eq!(read(&json!({ *key: default })), Config::default(), "{key}");
            let other = match default {
                Value::Bool(flag) => json!(!flag),
                Value::String(_) if property["enum"].is_array() => {
                    property["enum"].as_array().and_then(|it| it.last()).cloned().unwrap_or_default()
                }
                Value::String(_) => json!("https://example.org"),
                Value::Array(_) if property["items"]["type"] == "object" => {
                    json!([{ "operations": "mine.*", "format": "attr-dict" }])
                }
                Value::Array(_) => json!(["mine"]),
                _ => property["examples"].get(0).cloned().unwrap_or(json!(64)),
            };
            assert_ne!(read(&json!({ *key: other })), Config::default(), "{key} is not read");
            assert!(page.contains(&format!("| `{key}` |")), "docs/editors.md lacks {key}");
            assert!(readme.contains(&format!("| `{SECTION}.{key}` |")), "the extension's README lacks {key}");
        }
    }
}
