//! Which of the actions that are offered is meant: by its kind, and by what it is set to.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use analysis::{ACTIONS, Action, ActionRequest, Parameters};
use anyhow::anyhow;
use passes::did_you_mean;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) key: String,
    pub(crate) value: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once('=').ok_or("give a key and a value, as `depth=2`")?;
        Ok(Self { key: key.to_owned(), value: value.to_owned() })
    }
}

impl Setting {
    /// Those that a client sends.
    pub(crate) fn all(set: &BTreeMap<String, String>) -> Vec<Self> {
        set.iter().map(|(key, value)| Self { key: key.clone(), value: value.clone() }).collect()
    }

    /// Whether the action has the parameter `key` with that value, or its diagnostic is the `code`.
    fn chooses(&self, action: &Action) -> bool {
        let value = action.request.parameters().get(&self.key);
        value.is_some_and(|it| it.to_string() == self.value)
            || self.key == CODE && action.diagnostic == Some(self.value.as_str())
    }
}

/// The key that distinguishes quick fixes.
const CODE: &str = "code";

/// The kinds of transformations begin so; it may be left out.
const REWRITE: &str = "refactor.rewrite.affine.";

/// Whether a kind is the wanted one or one below it.
pub(crate) fn is_kind(kind: &str, wanted: &str) -> bool {
    let below = kind.strip_prefix(wanted).or_else(|| kind.strip_prefix(REWRITE)?.strip_prefix(wanted));
    below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The parameters of the actions of a kind, or of the one that an id names, that replace the defaults.
pub(crate) fn parameters(kind: &str, set: &[Setting]) -> anyhow::Result<Parameters> {
    let request: Option<ActionRequest> = kind.parse().ok();
    let kind = request.as_ref().map_or(kind, ActionRequest::kind);
    let rows = || ACTIONS.iter().filter(|it| is_kind(it.kind, kind));
    let mut found = Parameters::default();
    for (name, value) in request.iter().flat_map(|it| it.parameters().iter()) {
        if let Some(parameter) = rows().find_map(|it| it.parameter(name)).filter(|it| it.is_free) {
            found = found.with(parameter, value.clone());
        }
    }
    for Setting { key, value } in set {
        if let Some(parameter) = rows().find_map(|it| it.parameter(key)).filter(|it| it.is_free) {
            let value = parameter.read(value).map_err(|instead| anyhow!("`{key}={value}`: {instead}"))?;
            found = found.with(parameter, value);
        }
    }
    Ok(found)
}

/// The keys that distinguish these actions, or that they take as parameters.
fn keys(actions: &[&Action]) -> BTreeSet<&'static str> {
    let mut keys = BTreeSet::new();
    for action in actions {
        keys.extend(action.request.parameters().iter().map(|it| it.0));
        let rows = ACTIONS.iter().filter(|it| it.kind == action.kind);
        keys.extend(rows.flat_map(|it| it.parameters).filter(|it| it.is_free).map(|it| it.name));
        keys.extend(action.diagnostic.map(|_| CODE));
    }
    keys
}

/// The preferred action of the kind and with the settings, else the first; or why there is none.
pub(crate) fn choose<'a>(actions: &'a [Action], kind: &str, set: &[Setting]) -> Result<&'a Action, String> {
    let by_id: Option<ActionRequest> = kind.parse().ok();
    let is_asked = |it: &&Action| is_kind(it.kind, kind) || by_id.as_ref() == Some(&it.request);
    let matching: Vec<_> = actions.iter().filter(is_asked).collect();
    let known = keys(&matching);
    let is_unknown = |it: &&Setting| !known.contains(&*it.key);
    if let Some(Setting { key, .. }) = set.iter().find(is_unknown).filter(|_| !matching.is_empty()) {
        let meant = did_you_mean(key, known.iter().copied());
        let known: Vec<_> = known.iter().map(|it| format!("`{it}`")).collect();
        let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
        let meant = if meant.is_empty() { format!("; what can be set here: {known}") } else { meant };
        return Err(format!("`{kind}` has no setting `{key}`{meant}"));
    }
    let chosen: Vec<_> =
        matching.iter().copied().filter(|action| set.iter().all(|it| it.chooses(action))).collect();
    let mut enabled = chosen.iter().copied().filter(|action| action.disabled.is_none());
    let preferred = enabled.clone().find(|action| action.preferred);
    if let Some(action) = preferred.or_else(|| enabled.next()) {
        return Ok(action);
    }
    if let Some(reason) = chosen.iter().find_map(|action| action.disabled.as_ref()) {
        return Err(reason.clone());
    }
    if chosen.is_empty()
        && let Some(reasons) = matching.iter().map(|it| it.disabled.as_ref()).collect::<Option<Vec<_>>>()
        && let Some(reason) = reasons.first()
    {
        return Err((*reason).clone());
    }
    let offered = if matching.is_empty() { actions.iter().collect() } else { matching };
    let kinds = ACTIONS.iter().map(|it| it.kind.strip_prefix(REWRITE).unwrap_or(it.kind));
    let is_known = ACTIONS.iter().any(|it| is_kind(it.kind, kind)) || by_id.is_some();
    let meant = if is_known { String::new() } else { did_you_mean(kind.trim_start_matches(REWRITE), kinds) };
    let mut message = format!("no action `{kind}` is offered here{meant}");
    for action in offered.iter().filter(|action| action.disabled.is_none()) {
        message.push_str(&format!("\n  offered: {} ({})", action.title, action.request));
    }
    Err(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::{Domain, Parameter, TextRange};
    use expect_test::expect_file;

    /// `tile:1:size=32`
    fn action(id: &str, preferred: bool, disabled: Option<&str>) -> Action {
        let request: ActionRequest = format!("{REWRITE}{id}").parse().unwrap();
        Action {
            kind: ACTIONS.iter().find(|it| it.kind == request.kind()).unwrap().kind,
            request,
            title: id.to_owned(),
            diagnostic: None,
            preferred,
            disabled: disabled.map(str::to_owned),
            forbidden_by: Vec::new(),
            left: Vec::new(),
            range: TextRange::default(),
        }
    }

    fn chosen(set: &[&str]) -> Result<String, String> {
        let actions = [
            action("fuse:1:2:depth=1", false, None),
            action("fuse:1:2:depth=2", true, None),
            action("fuse:1:2:depth=3", false, Some("`%0` is written in between")),
        ];
        let set: Vec<_> = set.iter().map(|it| it.parse().unwrap()).collect();
        choose(&actions, "refactor.rewrite.affine", &set).map(|it| it.title.clone())
    }

    #[test]
    fn preferred_then_first_then_refused() {
        assert_eq!(chosen(&[]).unwrap(), "fuse:1:2:depth=2");
        assert_eq!(chosen(&["depth=1"]).unwrap(), "fuse:1:2:depth=1");
        assert_eq!(chosen(&["depth=3"]).unwrap_err(), "`%0` is written in between");
        assert!(chosen(&["depth=4"]).unwrap_err().contains("offered: fuse:1:2:depth=1"));
        let refused = [action("vectorize:1", false, Some("the loop never runs"))];
        let set = ["width=4".parse().unwrap()];
        assert_eq!(choose(&refused, "refactor.rewrite.affine", &set).unwrap_err(), "the loop never runs");
    }

    #[test]
    fn a_setting_of_another_transformation_is_unknown() {
        let tile = [action("tile:1:size=32", true, None)];
        let choose = |set: &str| choose(&tile, "tile", &[set.parse().unwrap()]).map(|it| it.title.clone());
        let unknown = "what can be set here: `size`, `sizes`";
        assert_eq!(choose("width=8").unwrap_err(), format!("`tile` has no setting `width`; {unknown}"));
        assert_eq!(choose("cores=8").unwrap_err(), format!("`tile` has no setting `cores`; {unknown}"));
        assert_eq!(choose("size=32").unwrap(), "tile:1:size=32");
    }

    #[test]
    fn free_parameters_are_asked_for() {
        let asked = |kind: &str, set: &str| parameters(kind, &[set.parse().unwrap()]);
        assert_eq!(asked("tile", "size=16").unwrap().number("size"), Some(16));
        assert_eq!(asked("tile", "sizes=16,8").unwrap().numbers("sizes"), Some(&[16, 8][..]));
        assert_eq!(asked("unroll", "factor=8").unwrap().number("factor"), Some(8));
        assert_eq!(asked("refactor.rewrite.affine", "width=8").unwrap().number("width"), Some(8));
        // It tells offers apart.
        assert_eq!(asked("fuse", "depth=2").unwrap(), Parameters::default());
        for (kind, set) in
            [("tile", "size=0"), ("tile", "sizes=4,"), ("tile", "sizes=0,4"), ("unrollJam", "factor=full")]
        {
            assert!(asked(kind, set).is_err(), "{kind} {set}");
        }
    }

    /// The rows of the documentation: kind, parameter, values, meaning.
    fn table() -> String {
        let mut table = "| kind | `--set` | values | what it is |\n|---|---|---|---|\n".to_owned();
        for action in ACTIONS {
            let kind = action.kind.strip_prefix(REWRITE).unwrap();
            for Parameter { name, domain, is_free, about } in action.parameters {
                let free = if *is_free { ", free" } else { "" };
                table.push_str(&format!("| `{kind}` | `{name}` | {domain}{free} | {about} |\n"));
            }
        }
        table
    }

    #[test]
    fn the_documentation_has_all_parameters() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/command-line.md");
        let text = std::fs::read_to_string(path).unwrap();
        let (open, close) = ("<!-- parameters -->\n", "<!-- /parameters -->");
        let (before, rest) = text.split_once(open).unwrap();
        let (_, after) = rest.split_once(close).unwrap();
        expect_file![path].assert_eq(&format!("{before}{open}{}{close}{after}", table()));
    }

    /// The extension asks for one parameter of each kind that has a free one.
    #[test]
    fn the_extension_asks_within_the_ranges() {
        let questions = include_str!("../../vscode-extension/src/transform/parameters.ts");
        for action in ACTIONS.iter().filter(|it| it.parameters.iter().any(|it| it.is_free)) {
            let kind = action.kind.strip_prefix(REWRITE).unwrap();
            let (_, rest) = questions.split_once(&format!("  {kind}: {{")).unwrap();
            let question = rest.split_once('}').unwrap().0;
            let value = |key: &str| {
                let (_, rest) = question.split_once(&format!("{key}: "))?;
                rest.split([',', ' ', '\n']).next().map(|it| it.trim_matches('\''))
            };
            let parameter = action.parameter(value("key").unwrap()).unwrap();
            let (least, word) = match parameter.domain {
                Domain::Number { least, word } => (least, word),
                Domain::Numbers { first, .. } => (first, None),
                Domain::Words(_) => panic!("{kind} asks for a word"),
            };
            assert_eq!((value("least"), value("word")), (Some(&*least.to_string()), word), "{kind}");
            assert!(parameter.read(value("fallback").unwrap()).is_ok(), "{kind}");
        }
    }
}
