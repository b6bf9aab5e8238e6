//! The settings of the user under `affine-analyzer.*`.

use serde_json::Value;

pub(super) const SECTION: &str = "affine-analyzer";

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Config {
    pub(super) settings: analysis::Settings,
    /// Whether a lens above each loop says if it is parallel.
    pub(super) loop_lenses: bool,
    pub(super) trip_count_hints: bool,
    pub(super) distance_hints: bool,
    /// Warnings and hints of one file that are shown, those nearest to the last edit.
    pub(super) most_hints: usize,
    /// Entries of the outline; of a file with more, the innermost loops are not shown.
    pub(super) most_symbols: usize,
    pub(super) result_type_hints: bool,
    pub(super) induction_range_hints: bool,
    pub(super) bound_hints: bool,
    pub(super) region_end_hints: bool,
    /// Where the pages of the diagnostics are published; without it, diagnostics carry no link.
    pub(super) docs_base_url: Option<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            settings: analysis::Settings::default(),
            loop_lenses: true,
            trip_count_hints: true,
            distance_hints: true,
            most_hints: 200,
            most_symbols: 2_000,
            result_type_hints: false,
            induction_range_hints: true,
            bound_hints: true,
            region_end_hints: true,
            docs_base_url: None,
        }
    }
}

impl Config {
    /// Reads the section's value. What is absent or of a wrong type keeps its default; wrong types are logged.
    pub(super) fn from_value(section: &Value) -> Self {
        let mut config = Self::default();
        if let Some(hints) = read(section, "hints.enable", Value::as_bool) {
            config.settings.hints = hints;
        }
        let flags = [
            ("codeLens.loops", &mut config.loop_lenses),
            ("inlayHints.tripCounts", &mut config.trip_count_hints),
            ("inlayHints.distances", &mut config.distance_hints),
            ("inlayHints.resultTypes", &mut config.result_type_hints),
            ("inlayHints.inductionRanges", &mut config.induction_range_hints),
            ("inlayHints.bounds", &mut config.bound_hints),
            ("inlayHints.regionEnds", &mut config.region_end_hints),
        ];
        for (key, flag) in flags {
            *flag = read(section, key, Value::as_bool).unwrap_or(*flag);
        }
        let fraction = |value: &Value| value.as_f64().filter(|it| it.is_finite() && *it >= 0.0);
        if let Some(tolerance) = read(section, "fusion.computeTolerance", fraction) {
            config.settings.compute_tolerance = tolerance;
        }
        let bits = |value: &Value| {
            value.as_u64().and_then(|it| u32::try_from(it).ok()).filter(|it| (16..=4096).contains(it))
        };
        if let Some(bits) = read(section, "vectorize.bits", bits) {
            config.settings.vector_bits = bits;
        }
        if let Some(reassociate) = read(section, "vectorize.reassociate", Value::as_bool) {
            config.settings.reassociate = reassociate;
        }
        if let Some(maximal) = read(section, "fusion.maximal", Value::as_bool) {
            config.settings.maximal_fusion = maximal;
        }
        let bytes = |value: &Value| value.as_u64().and_then(|it| it.checked_mul(1024));
        config.settings.fast_memory_bytes = read(section, "fusion.fastMemoryCapacity", bytes);
        let at_least = |least: i64| move |value: &Value| value.as_i64().filter(|it| *it >= least);
        if let Some(size) = read(section, "tile.size", at_least(1)) {
            config.settings.tile_size = size;
        }
        if let Some(factor) = read(section, "unroll.factor", at_least(2)) {
            config.settings.unroll_factor = factor;
        }
        let names = |value: &Value| {
            let names = value.as_array()?.iter().map(|it| it.as_str().map(|it| it.trim().to_owned()));
            names.collect::<Option<Vec<String>>>()
        };
        if let Some(names) = read(section, "dialects.own", names) {
            config.settings.own_dialects = names;
        }
        let count = |value: &Value| value.as_u64().and_then(|it| usize::try_from(it).ok());
        config.most_hints = read(section, "diagnostics.limit", count).unwrap_or(config.most_hints);
        config.most_symbols = read(section, "outline.limit", count).unwrap_or(config.most_symbols);
        config.docs_base_url = read(section, "docs.baseUrl", |value| value.as_str().map(str::to_owned))
            .map(|url| url.trim_end_matches('/').to_owned())
            .filter(|url| !url.is_empty());
        config
    }

    /// Reads what `initialize` or `workspace/didChangeConfiguration` carry: the section, or settings that contain it.
    pub(super) fn from_settings(settings: &Value) -> Self {
        Self::from_value(settings.get(SECTION).unwrap_or(settings))
    }
}

/// The value at a dotted key, whether the client nests objects or leaves the dots in its keys.
fn read<T>(section: &Value, key: &str, convert: impl Fn(&Value) -> Option<T>) -> Option<T> {
    let nested = || key.split('.').try_fold(section, |value, part| value.get(part));
    let value = section.get(key).or_else(nested).filter(|value| !value.is_null())?;
    let converted = convert(value);
    if converted.is_none() {
        tracing::warn!("{SECTION}.{key} cannot be {value}; the default is taken");
    }
    converted
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nested_and_dotted_keys() {
        let nested = Config::from_value(
            &json!({"hints": {"enable": false}, "fusion": {"computeTolerance": 1}, "vectorize": {"bits": 256}}),
        );
        let dotted = Config::from_value(
            &json!({"hints.enable": false, "fusion.computeTolerance": 1.0, "vectorize.bits": 256}),
        );
        assert_eq!(nested, dotted);
        assert!(!nested.settings.hints);
        assert_eq!(nested.settings.compute_tolerance, 1.0);
        assert_eq!(nested.settings.vector_bits, 256);
    }

    #[test]
    fn sizes_of_transformations() {
        let config = Config::from_value(&json!({"tile": {"size": 8}, "unroll.factor": 2}));
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
            "dialects": {"own": ["mine", 1]},
            "diagnostics.limit": -1,
        });
        assert_eq!(Config::from_value(&value), Config::default());
        assert_eq!(Config::from_value(&Value::Null), Config::default());
    }

    #[test]
    fn the_section_may_be_wrapped() {
        let wrapped = Config::from_settings(
            &json!({"affine-analyzer": {"docs": {"baseUrl": "https://example.org/d/"}}}),
        );
        assert_eq!(wrapped.docs_base_url.as_deref(), Some("https://example.org/d"));
    }

    /// Every setting that the extension declares is read, with the same defaults, and both pages list it.
    #[test]
    fn declared_settings_are_read_and_described() {
        let manifest: Value =
            serde_json::from_str(include_str!("../../../vscode-extension/package.json")).unwrap();
        let page = include_str!("../../../docs/editors.md");
        let readme = include_str!("../../../vscode-extension/README.md");
        let sections = manifest["contributes"]["configuration"].as_array().unwrap().iter();
        let declared: Vec<(&str, &Value)> = sections
            .flat_map(|it| it["properties"].as_object().unwrap())
            .filter_map(|(key, value)| Some((key.strip_prefix("affine-analyzer.")?, value)))
            .filter(|it| !it.0.starts_with("server.") && !it.0.starts_with("trace."))
            .collect();
        assert!(!declared.is_empty());
        for (index, (key, property)) in declared.iter().enumerate() {
            assert!(!declared[..index].iter().any(|it| it.0 == *key), "{key} is declared twice");
            let default = &property["default"];
            assert_eq!(Config::from_value(&json!({ *key: default })), Config::default(), "{key}");
            let other = match default {
                Value::Bool(flag) => json!(!flag),
                Value::String(_) => json!("https://example.org"),
                Value::Array(_) => json!(["mine"]),
                _ => json!(64),
            };
            assert_ne!(Config::from_value(&json!({ *key: other })), Config::default(), "{key} is not read");
            assert!(page.contains(&format!("| `{key}` |")), "docs/editors.md lacks {key}");
            assert!(readme.contains(&format!("| `{SECTION}.{key}` |")), "the extension's README lacks {key}");
        }
    }
}
