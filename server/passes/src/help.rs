//! The passes of a tool by its `--help`, and their nesting by `--dump-pass-pipeline`.

/// A pass, or a pipeline that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pass {
    pub name: String,
    pub summary: String,
    pub options: Vec<PassOption>,
    /// The operation that it runs on, as `func.func`; `None` where it runs on any, or that is unknown.
    pub anchor: Option<String>,
    pub is_pipeline: bool,
}

#[cfg(test)]
impl Pass {
    /// A pass that is known by its name only.
    pub(crate) fn named(name: &str) -> Self {
        let (name, summary) = (name.to_owned(), String::new());
        Self { name, summary, options: Vec::new(), anchor: None, is_pipeline: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassOption {
    pub name: String,
    pub summary: String,
    /// Where these are all.
    pub values: Vec<String>,
}

const PASSES: &str = "Passes:";
const PIPELINES: &str = "Pass Pipelines:";

/// The passes and pipelines, by name.
pub(crate) fn passes(help: &str) -> Vec<Pass> {
    let mut found: Vec<Pass> = Vec::new();
    // The list that we are in: how far its head is indented, and whether it is that of pipelines.
    let mut list: Option<(usize, bool)> = None;
    for line in help.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if text == PASSES || text == PIPELINES {
            list = Some((indent, text == PIPELINES));
            continue;
        }
        let Some((head, is_pipeline)) = list else { continue };
        if let Some((name, summary)) = entry(text, "=") {
            // The values of an option, which are not indented as its list is.
            if let Some(option) = found.last_mut().and_then(|it| it.options.last_mut()) {
                option.values.push(name.to_owned());
                if option.summary.is_empty() {
                    summary.clone_into(&mut option.summary);
                }
            }
            continue;
        }
        if indent <= head {
            if !text.is_empty() {
                list = None;
            }
            continue;
        }
        let Some((name, summary)) = entry(text, "--") else { continue };
        let name = name.split_once('=').map_or(name, |it| it.0).to_owned();
        let summary = summary.to_owned();
        if indent <= head + 2 {
            found.push(Pass { name, summary, options: Vec::new(), anchor: None, is_pipeline });
        } else if let Some(pass) = found.last_mut() {
            pass.options.push(PassOption { name, summary, values: Vec::new() });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found.dedup_by(|a, b| a.name == b.name);
    found
}

/// The name and the summary of `--name  -  summary`.
fn entry<'t>(text: &'t str, prefix: &str) -> Option<(&'t str, &'t str)> {
    let text = text.strip_prefix(prefix)?;
    let (name, summary) = text.split_once(" - ").unwrap_or((text, ""));
    let name = name.trim().split(char::is_whitespace).next().filter(|it| !it.is_empty())?;
    Some((name, summary.trim()))
}

/// Adds what passes run on, from a dump of a pipeline of all of them.
pub(crate) fn add_anchors(passes: &mut [Pass], dump: &str) {
    let mut anchors: Vec<&str> = Vec::new();
    for line in dump.lines() {
        let text = line.trim();
        if let Some(anchor) = text.strip_suffix('(') {
            anchors.push(anchor);
        } else if text.starts_with(')') {
            anchors.pop();
        } else if let Some(anchor) = anchors.last().filter(|it| **it != "any") {
            let name = text.split(['{', ',']).next().unwrap_or_default();
            if let Ok(at) = passes.binary_search_by(|it| it.name.as_str().cmp(name)) {
                // A pass that runs on any operation is at the top.
                passes[at].anchor = (anchors.len() > 1).then(|| (*anchor).to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "
OPTIONS:
  --color                                       - Use colors
  Compiler passes to run
    Passes:
      --affine-loop-fusion                      -   Fuse affine loop nests
        --compute-tolerance=<number>            - Fractional increase
        --mode=<value>                          - fusion mode to attempt
    =greedy                                     -   both
    =sibling                                    -   one
      --cse                                     -   Eliminate common sub-expressions
    Pass Pipelines:
      --a-pipeline                              -   Several
        --fast                                  - Soon
  --other                                       - Not a pass
";

    #[test]
    fn passes_have_options_and_values() {
        let found = passes(HELP);
        let names: Vec<_> =
            found.iter().map(|it| (it.name.as_str(), it.is_pipeline, it.options.len())).collect();
        assert_eq!(names, [("a-pipeline", true, 1), ("affine-loop-fusion", false, 2), ("cse", false, 0)]);
        assert_eq!(found[1].summary, "Fuse affine loop nests");
        assert_eq!(found[1].options[0].name, "compute-tolerance");
        assert_eq!(found[1].options[1].values, ["greedy", "sibling"]);
    }

    #[test]
    fn anchors_come_from_the_dump_of_all() {
        let mut found = passes(HELP);
        let dump = "Pass Manager with 2 passes:\nbuiltin.module(\n  func.func(\n    affine-loop-fusion{mode=greedy}\n  ),\n  cse\n)\n";
        add_anchors(&mut found, dump);
        assert_eq!(found[1].anchor.as_deref(), Some("func.func"));
        assert_eq!(found[2].anchor, None);
    }

    #[test]
    fn garbage_has_no_passes() {
        assert_eq!(passes("Passes:\n\u{0}\u{1}=\n--\n      --  - \n"), []);
        add_anchors(&mut [], ")))\n(\nx(\n");
    }
}
