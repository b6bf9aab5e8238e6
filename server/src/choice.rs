//! Which of the actions that are offered is meant: by its kind, and by what it is set to.

use std::collections::BTreeSet;
use std::str::FromStr;

use analysis::{Action, Settings};
use anyhow::anyhow;

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
    /// Whether the action's id has the part `key=value`, or its diagnostic is the `code`.
    fn chooses(&self, action: &Action) -> bool {
        let part = format!("{}={}", self.key, self.value);
        action.id.0.split(':').any(|it| it == part)
            || self.key == "code" && action.diagnostic == Some(self.value.as_str())
    }
}

/// The settings with those that are given for this one action.
pub(crate) fn with_set(mut settings: Settings, set: &[Setting]) -> anyhow::Result<Settings> {
    for Setting { key, value } in set {
        let number = |text: &str, least: i64| match text.parse::<i64>() {
            Ok(number) if number >= least => Ok(number),
            _ => Err(anyhow!("`{key}={value}`: give a whole number from {least} on")),
        };
        match key.as_str() {
            "size" => settings.tile_size = number(value, 1)?,
            "sizes" => {
                settings.tile_sizes =
                    value.split(',').map(|it| number(it, 0)).collect::<anyhow::Result<Vec<_>>>()?;
                if settings.tile_sizes.first() == Some(&0) {
                    return Err(anyhow!(
                        "`{key}={value}`: the first loop is tiled, so give a size from 1 on"
                    ));
                }
            }
            "width" => settings.lanes = Some(u32::try_from(number(value, 2)?).unwrap_or(u32::MAX)),
            "factor" if value != "full" => settings.unroll_factor = number(value, 2)?,
            _ => {}
        }
    }
    Ok(settings)
}

/// The kinds of transformations begin so; it may be left out.
const REWRITE: &str = "refactor.rewrite.affine.";

/// What may be set of transformations to other values than the offered ones.
const SETTINGS: [(&str, &[&str]); 4] = [
    ("tile", &["size", "sizes"]),
    ("unroll", &["factor"]),
    ("unrollJam", &["factor"]),
    ("vectorize", &["width"]),
];

/// The keys that tell these actions apart, or that may be set of them.
fn keys<'a>(actions: &[&'a Action]) -> BTreeSet<&'a str> {
    let parts = actions.iter().flat_map(|it| it.id.0.split(':'));
    let mut keys: BTreeSet<_> = parts.filter_map(|it| Some(it.split_once('=')?.0)).collect();
    for action in actions {
        let settings = SETTINGS.iter().filter(|it| action.kind.strip_prefix(REWRITE) == Some(it.0));
        keys.extend(settings.flat_map(|it| it.1));
        keys.extend(action.diagnostic.map(|_| "code"));
    }
    keys
}

/// The preferred action of the kind and with the settings, else the first; or why there is none.
pub(crate) fn choose<'a>(actions: &'a [Action], kind: &str, set: &[Setting]) -> Result<&'a Action, String> {
    let is_kind = |action: &&Action| {
        let below =
            action.kind.strip_prefix(kind).or_else(|| action.kind.strip_prefix(REWRITE)?.strip_prefix(kind));
        action.id.0 == kind || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let matching: Vec<_> = actions.iter().filter(is_kind).collect();
    let known = keys(&matching);
    let is_unknown = |it: &&Setting| !known.contains(&*it.key);
    if let Some(Setting { key, .. }) = set.iter().find(is_unknown).filter(|_| !matching.is_empty()) {
        let known: Vec<_> = known.iter().map(|it| format!("`{it}`")).collect();
        let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
        return Err(format!("`{kind}` has no setting `{key}`; what can be set here: {known}"));
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
    let mut message = format!("no action `{kind}` is offered here");
    for action in offered.iter().filter(|action| action.disabled.is_none()) {
        message.push_str(&format!("\n  offered: {} ({})", action.title, action.id.0));
    }
    Err(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::{ActionId, TextRange};

    fn action(id: &str, preferred: bool, disabled: Option<&str>) -> Action {
        let kinds = [
            "refactor.rewrite.affine.fuse",
            "refactor.rewrite.affine.tile",
            "refactor.rewrite.affine.vectorize",
        ];
        let is_kind = |kind: &&str| id.split(':').next() == kind.strip_prefix(REWRITE);
        Action {
            id: ActionId(id.to_owned()),
            kind: kinds.into_iter().find(is_kind).unwrap(),
            title: id.to_owned(),
            diagnostic: None,
            preferred,
            disabled: disabled.map(str::to_owned),
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
        choose(&actions, "refactor.rewrite.affine", &set).map(|it| it.id.0.clone())
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
        let choose = |set: &str| choose(&tile, "tile", &[set.parse().unwrap()]).map(|it| it.id.0.clone());
        let unknown = "what can be set here: `size`, `sizes`";
        assert_eq!(choose("width=8").unwrap_err(), format!("`tile` has no setting `width`; {unknown}"));
        assert_eq!(choose("cores=8").unwrap_err(), format!("`tile` has no setting `cores`; {unknown}"));
        assert_eq!(choose("size=32").unwrap(), "tile:1:size=32");
    }

    #[test]
    fn sizes_and_factors_are_settings() {
        let set = |it: &str| with_set(Settings::default(), &[it.parse().unwrap()]);
        assert_eq!(set("size=16").unwrap().tile_size, 16);
        assert_eq!(set("sizes=16,8").unwrap().tile_sizes, [16, 8]);
        assert_eq!(set("factor=8").unwrap().unroll_factor, 8);
        assert_eq!(set("width=8").unwrap().lanes, Some(8));
        assert_eq!(set("factor=full").unwrap(), Settings::default());
        assert!(
            set("size=0").is_err()
                && set("sizes=4,").is_err()
                && set("sizes=0,4").is_err()
                && set("factor=1").is_err()
        );
    }
}
