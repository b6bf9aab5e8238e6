//! What `deps --format json` says of a function, by the lines where accesses stand.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::Stdio;

use affine_analyzer_tests::program;
use serde_json::Value;

/// Source, sink and depth; accesses by number.
pub(crate) type Key = (usize, usize, usize);

/// Of each common loop the least and the greatest distance; `None` where there is no bound.
pub(crate) type Components = Vec<(Option<i64>, Option<i64>)>;

/// One function.
#[derive(Debug, Default, Clone)]
pub(crate) struct Answer {
    /// The accesses by the line of their operation, from zero.
    pub(crate) accesses: BTreeMap<usize, Access>,
    pub(crate) unanalysed: BTreeMap<usize, Unanalysed>,
    pub(crate) claims: BTreeMap<Key, Claim>,
    /// Groups of accesses of which not all pairs are computed.
    pub(crate) not_computed: Vec<Vec<usize>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Access {
    pub(crate) id: usize,
    pub(crate) loops: Vec<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct Unanalysed {
    pub(crate) accesses: Vec<usize>,
    /// Whether there are more.
    pub(crate) has_more: bool,
}

/// One dependence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) components: Components,
    pub(crate) distances: Option<Vec<Vec<i64>>>,
    /// Whether it is said that it may not exist.
    pub(crate) may_not_exist: bool,
}

/// The functions of a text, by name.
pub(crate) fn answers(text: &str) -> BTreeMap<String, Answer> {
    let mut command = program::command(&["deps", "--format", "json", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let functions = items(&report["functions"]);
    functions.map(|it| (it["name"].as_str().unwrap().to_owned(), Answer::read(it))).collect()
}

impl Answer {
    fn read(function: &Value) -> Self {
        let access = |it: &Value| {
            let loops = items(&it["loops"]).map(|it| it.as_str().unwrap().to_owned()).collect();
            (line(it), Access { id: number(&it["id"]), loops })
        };
        let unanalysed = |it: &Value| {
            let (accesses, has_more) = (numbers(&it["accesses"]), it["accessesLeftOut"].is_number());
            (line(it), Unanalysed { accesses, has_more })
        };
        let claim = |it: &Value| {
            let key = (number(&it["source"]), number(&it["sink"]), number(&it["depth"]));
            (key, Claim::read(it))
        };
        Self {
            accesses: items(&function["accesses"]).map(access).collect(),
            unanalysed: items(&function["unanalysed"]).map(unanalysed).collect(),
            claims: items(&function["dependences"]).map(claim).collect(),
            not_computed: items(&function["notComputed"]).map(|it| numbers(&it["accesses"])).collect(),
        }
    }
}

impl Claim {
    fn read(dependence: &Value) -> Self {
        let component = |it: &Value| (it["lb"].as_i64(), it["ub"].as_i64());
        let vector = |it: &Value| items(it).map(|it| it.as_i64().unwrap()).collect();
        let distances = dependence["distances"].as_array();
        Self {
            components: items(&dependence["components"]).map(component).collect(),
            distances: distances.map(|it| it.iter().map(vector).collect()),
            may_not_exist: dependence["unknown"].is_string(),
        }
    }
}

fn line(entry: &Value) -> usize {
    number(&entry["range"]["start"]["line"])
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|it| usize::try_from(it).ok()).unwrap()
}

fn numbers(list: &Value) -> Vec<usize> {
    items(list).map(number).collect()
}

/// What a list holds; nothing where there is none.
fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}
