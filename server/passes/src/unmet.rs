//! Passes of a pipeline that run on nothing, since the program has no operation that they are nested in.

use rustc_hash::FxHashSet;

use crate::tool::Tool;

/// A pass that met no operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// As on the command line, without its options.
    pub pass: String,
    /// What it was to run on, `func.func`, and the operations it was looked for in, from the inside out. Empty where that is unknown.
    pub anchors: Vec<String>,
}

impl Unmet {
    /// `` `cse` ran on nothing: the pipeline meets no `func.func` in a `gpu.module` ``
    pub fn message(&self) -> String {
        let pass = format!("`{}` ran on nothing", self.pass);
        let anchors: Vec<_> = self.anchors.iter().map(|it| format!("`{it}`")).collect();
        if anchors.is_empty() {
            pass
        } else {
            format!("{pass}: the pipeline meets no {}", anchors.join(" in a "))
        }
    }
}

/// The passes among the arguments of a pipeline that are not among those that ran. Pipelines that have a name are made of
/// others and run under their names.
pub(crate) fn unmet(arguments: &[String], tool: &Tool, ran: &FxHashSet<String>) -> Vec<Unmet> {
    let mut found = Vec::new();
    for argument in arguments {
        let elements = match argument.strip_prefix("--pass-pipeline=") {
            Some(pipeline) => elements(pipeline),
            None => {
                let name = argument.trim_start_matches('-').split('=').next().unwrap_or_default().to_owned();
                let anchor = tool.pass(&name).and_then(|it| it.anchor.clone());
                vec![Unmet { pass: name, anchors: anchor.into_iter().collect() }]
            }
        };
        found.extend(
            elements.into_iter().filter(|it| {
                tool.pass(&it.pass).is_some_and(|it| !it.is_pipeline) && !ran.contains(&it.pass)
            }),
        );
    }
    found
}

/// The passes of `builtin.module(func.func(a,b{x=1}))`, each with what it is nested in.
fn elements(pipeline: &str) -> Vec<Unmet> {
    let mut found = Vec::new();
    let (mut anchors, mut word, mut options): (Vec<String>, _, usize) = (Vec::new(), String::new(), 0);
    for char in pipeline.chars() {
        match char {
            '{' => options += 1,
            '}' => options = options.saturating_sub(1),
            _ if options > 0 => {}
            '(' => anchors.push(std::mem::take(&mut word)),
            ',' | ')' => {
                push(&mut found, &anchors, std::mem::take(&mut word));
                if char == ')' {
                    anchors.pop();
                }
            }
            _ if char.is_whitespace() => {}
            _ => word.push(char),
        }
    }
    push(&mut found, &anchors, word);
    found
}

fn push(found: &mut Vec<Unmet>, anchors: &[String], pass: String) {
    if !pass.is_empty() {
        // Every program is in a module, and has some operation.
        let is_told = |it: &&String| *it != "builtin.module" && *it != "any";
        let anchors = anchors.iter().rev().filter(is_told).cloned().collect();
        found.push(Unmet { pass, anchors });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::Pass;

    fn said(arguments: &[&str], ran: &[&str]) -> Vec<String> {
        let pass = Pass::named;
        let pipeline = Pass { is_pipeline: true, ..pass("p") };
        let anchored = Pass { anchor: Some("func.func".to_owned()), ..pass("b") };
        let tool = Tool {
            path: "opt".into(),
            version: String::new(),
            passes: vec![pass("a"), anchored, pipeline],
            keeps_names: true,
        };
        let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
        let ran = ran.iter().map(|it| (*it).to_owned()).collect();
        unmet(&arguments, &tool, &ran).iter().map(Unmet::message).collect()
    }

    #[test]
    fn what_ran_is_not_told() {
        let nested = "--pass-pipeline=builtin.module(a{x=1,2 y={(b)}}, gpu.module(func.func(b), any(a)),p)";
        assert_eq!(said(&[nested], &["a", "b"]), [""; 0]);
        assert_eq!(
            said(&[nested], &["a"]),
            ["`b` ran on nothing: the pipeline meets no `func.func` in a `gpu.module`"]
        );
        assert_eq!(said(&["--b=x=1", "--p"], &[]), ["`b` ran on nothing: the pipeline meets no `func.func`"]);
        assert_eq!(said(&["--a"], &[]), ["`a` ran on nothing"]);
    }

    #[test]
    fn brackets_without_partners_are_taken() {
        for text in
            ["--pass-pipeline=)))a(((", "--pass-pipeline={{{", "--pass-pipeline=,(,),}", "--pass-pipeline="]
        {
            said(&[text], &[]);
        }
    }
}
