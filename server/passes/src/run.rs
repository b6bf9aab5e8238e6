//! A pipeline on a file, part by part and step by step.

use std::sync::Arc;

use analysis::ods::Registry;
use analysis::{FunctionComparison, Settings};
use anyhow::Context;

use crate::dumps::dumps;
use crate::help::Pass;
use crate::messages::{Message, Severity, messages, messages_with_usage};
use crate::origin::{Origins, without_locations};
use crate::parts::{Part, joined, parts};
use crate::pipeline;
use crate::process::{self, End, Finished, Limits};
use crate::reasons::Reason;
use crate::restoration::{Comments, restore};
use crate::suggestion::did_you_mean;
use crate::tool::{Tool, describe, is_success};
use crate::unmet::{Unmet, unmet};
use crate::verdict::{Judge, Verdict};

/// A pipeline to be run on a source by a tool.
pub struct Request<'a> {
    pub tool: &'a Tool,
    pub source: &'a str,
    pub pipeline: &'a str,
    pub registry: &'a Arc<Registry>,
    pub settings: &'a Settings,
    pub limits: Limits,
}

/// The report on a pipeline on a file.
#[derive(Debug)]
pub struct Report {
    /// The file as the tool prints it before any pass, with the names and comments of the source.
    pub before: Arc<str>,
    pub steps: Vec<Step>,
    /// Of each part that did not come to its end.
    pub failures: Vec<Failure>,
    /// Warnings and remarks of passes.
    pub messages: Vec<Message>,
    /// The passes that met no operation, where all parts came to their end.
    pub unmet: Vec<Unmet>,
    /// Whether the names and comments of the source are there.
    pub keeps_names: bool,
}

/// A pass that has run.
#[derive(Debug)]
pub struct Step {
    /// As on the command line.
    pub pass: String,
    /// The operation that it ran on: `func.func @f`.
    pub on: Option<String>,
    /// The index of the part of the file.
    pub part: usize,
    /// The whole file after the step.
    pub text: Arc<str>,
    pub verdict: Verdict,
    pub functions: Vec<FunctionComparison>,
    /// Why it changed nothing, where it could have.
    pub reasons: Vec<Reason>,
}

/// Why a part did not come to its end.
#[derive(Debug)]
pub struct Failure {
    pub part: usize,
    pub message: String,
    /// The pass that failed, if one did.
    pub pass: Option<String>,
    /// In the tool's own words.
    pub messages: Vec<Message>,
}

impl Report {
    /// The index of the first step after which the program computes something else.
    pub fn wrong(&self) -> Option<usize> {
        self.steps.iter().position(|it| it.verdict == Verdict::Different)
    }
}

/// Runs a pipeline. `progress` hears how many steps are judged and how many there are.
///
/// # Errors
/// Where the pipeline cannot be read, or the tool cannot be started.
pub fn run(
    request: &Request<'_>,
    is_cancelled: &(dyn Fn() -> bool + Sync),
    progress: &dyn Fn(usize, usize),
) -> anyhow::Result<Report> {
    let takes = |arguments: &[String]| {
        let arguments = [arguments, &["-".to_owned()]].concat();
        let run = process::run(&request.tool.path, &arguments, "\n", request.limits, is_cancelled);
        run.is_ok_and(|it| !mentions(&it.stderr, "unable to schedule"))
    };
    let pipeline = pipeline::arguments(request.pipeline, request.tool, &takes)?;
    let (parts, markers) = parts(request.source, request.registry);
    let mut texts: Vec<Arc<str>> = parts.iter().map(|it| it.text.as_str().into()).collect();
    let mut report = Report {
        before: "".into(),
        steps: Vec::new(),
        failures: Vec::new(),
        messages: Vec::new(),
        unmet: Vec::new(),
        keeps_names: request.tool.keeps_names,
    };
    let mut runs = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let run = PartRun { request, pipeline: &pipeline, part, index, is_cancelled };
        let run = if part.text.trim().is_empty() { Ran::default() } else { run.run(&mut report)? };
        texts[index] = run.before.clone().unwrap_or_else(|| texts[index].clone());
        runs.push(run);
    }
    report.before = joined(&texts, &markers).into();
    if report.failures.is_empty()
        && runs.iter().any(|it| it.is_told)
        && runs.iter().all(|it| it.is_told || it.before.is_none())
    {
        let ran = runs.iter().flat_map(|it| &it.steps);
        let ran = ran.map(|it| it.0.split('{').next().unwrap_or_default().to_owned()).collect();
        report.unmet = unmet(&pipeline, request.tool, &ran);
    }
    let mut judge = Judge::new(request.registry, request.settings);
    let all = runs.iter().map(|it| it.steps.len()).sum();
    let mut before = report.before.clone();
    for (part, run) in runs.into_iter().enumerate() {
        for (pass, on, text) in run.steps {
            let is_same = texts[part] == text;
            texts[part] = text;
            let after: Arc<str> = if is_same { before.clone() } else { joined(&texts, &markers).into() };
            let (verdict, functions) = match is_same || is_cancelled() {
                true => (if is_same { Verdict::Unchanged } else { Verdict::Unknown }, Vec::new()),
                false => judge.compare(&before, &after, is_cancelled),
            };
            let reasons = match is_same && !is_cancelled() {
                true => judge.reasons(&pass, &after),
                false => Vec::new(),
            };
            report.steps.push(Step { pass, on, part, text: after.clone(), verdict, functions, reasons });
            before = after;
            progress(report.steps.len(), all);
        }
    }
    Ok(report)
}

/// The messages of the tool when it only reads a source, part by part.
///
/// # Errors
/// Where the tool cannot be started.
pub fn verify(request: &Request<'_>, is_cancelled: &dyn Fn() -> bool) -> anyhow::Result<Vec<Message>> {
    let mut said = Vec::new();
    for (index, part) in parts(request.source, request.registry).0.iter().enumerate() {
        let run = PartRun { request, pipeline: &[], part, index, is_cancelled };
        let text = format!("{}{}", "\n".repeat(part.first_line), part.text);
        let read = run.start(&[&[ALLOW_UNREGISTERED]], &text)?;
        // Some tools look at annotations without being asked to.
        let own = messages(&String::from_utf8_lossy(&read.stderr)).into_iter();
        said.extend(own.filter(|it| !it.text.ends_with("was not produced")));
    }
    Ok(said)
}

/// The result of a tool on a part.
#[derive(Default)]
struct Ran {
    /// `None` where it could not read it.
    before: Option<Arc<str>>,
    /// Pass, operation and text.
    steps: Vec<(String, Option<String>, Arc<str>)>,
    /// Whether the tool has reported each pass that ran.
    is_told: bool,
}

struct PartRun<'a> {
    request: &'a Request<'a>,
    pipeline: &'a [String],
    part: &'a Part,
    index: usize,
    is_cancelled: &'a dyn Fn() -> bool,
}

const ALLOW_UNREGISTERED: &str = "--allow-unregistered-dialect";
const GENERIC: [&str; 3] = ["--mlir-print-op-generic", "--mlir-print-debuginfo", "--mlir-print-local-scope"];
const NAMED: [&str; 2] = ["--mlir-use-nameloc-as-prefix", "--mlir-print-debuginfo"];
const ONLY_CHANGES: &str = "--mlir-print-ir-after-change";
const STEPS: [&str; 3] =
    ["--mlir-print-ir-after-all", "--mlir-print-ir-module-scope", "--mlir-disable-threading"];

impl PartRun<'_> {
    fn run(&self, report: &mut Report) -> anyhow::Result<Ran> {
        let Part { text, first_line } = self.part;
        let root = syntax::parse_with(text, self.request.registry).syntax_node();
        let padding = "\n".repeat(*first_line);
        let input = format!("{padding}{}", without_locations(&root, text));
        let mut allowed: &[&str] = &[];
        let mut read = self.start(&[GENERIC.as_slice()], &input)?;
        if !is_success(&read) && mentions(&read.stderr, "allow-unregistered-dialect") {
            allowed = &[ALLOW_UNREGISTERED];
            read = self.start(&[GENERIC.as_slice(), allowed], &input)?;
        }
        if !is_success(&read) {
            self.fail(report, "reading the program", &read, None);
            return Ok(Ran::default());
        }
        if self.request.tool.keeps_names {
            let origins = Origins::of(&root, text, *first_line);
            let comments = Comments::of(&root, text, &origins);
            let marked = origins.mark(&String::from_utf8_lossy(&read.stdout));
            let printed = self.start(&[NAMED.as_slice(), allowed], &marked)?;
            // A tool may not be able to read its own output.
            if is_success(&printed) {
                let unwraps = !has_module(&root);
                let named =
                    |it: &str| restore(it, &origins, &comments, self.request.registry, unwraps).into();
                let before = named(&String::from_utf8_lossy(&printed.stdout));
                return self.steps(report, &marked, before, &[NAMED.as_slice(), allowed], &named);
            }
        }
        report.keeps_names = false;
        let printed = self.start(&[allowed], &input)?;
        let plain = |it: &str| format!("{}\n", it.trim_end()).into();
        let before = plain(&String::from_utf8_lossy(&printed.stdout));
        self.steps(report, &input, before, &[allowed], &plain)
    }

    /// Runs the pipeline.
    fn steps(
        &self,
        report: &mut Report,
        input: &str,
        before: Arc<str>,
        arguments: &[&[&str]],
        shown: &dyn Fn(&str) -> Arc<str>,
    ) -> anyhow::Result<Ran> {
        let pipeline: Vec<&str> = self.pipeline.iter().map(String::as_str).collect();
        let arguments: Vec<&[&str]> = [arguments, &[STEPS.as_slice(), pipeline.as_slice()]].concat();
        let mut run = self.start(&arguments, input)?;
        let is_told = run.end != End::PrintedTooMuch;
        if !is_told {
            // A large file with many functions is printed once for each of them and each pass.
            run = self.start(&[arguments.as_slice(), &[&[ONLY_CHANGES]]].concat(), input)?;
        }
        let stderr = String::from_utf8_lossy(&run.stderr);
        let (dumps, others) = dumps(&stderr);
        let mut steps = Vec::new();
        let mut last: Option<(&str, Arc<str>)> = None;
        for dump in dumps.iter().filter(|it| !it.has_failed && !it.text.is_empty()) {
            let text = match last.take() {
                Some((printed, text)) if printed == dump.text => text,
                _ => shown(dump.text),
            };
            steps.push((dump.pass.to_owned(), dump.on.clone(), text.clone()));
            last = Some((dump.text, text));
        }
        if is_success(&run) {
            report.messages.extend(messages(&others).into_iter().filter(|it| it.severity != Severity::Note));
        } else {
            let pass = dumps.iter().find(|it| it.has_failed).map(|it| it.pass.to_owned());
            self.fail(report, "running the pipeline", &Finished { stderr: others.into_bytes(), ..run }, pass);
        }
        Ok(Ran { before: Some(before), steps, is_told })
    }

    fn start(&self, arguments: &[&[&str]], input: &str) -> anyhow::Result<Finished> {
        let Request { tool, limits, .. } = self.request;
        let arguments: Vec<String> =
            arguments.iter().flat_map(|it| it.iter()).chain(&["-"]).map(|it| (*it).to_owned()).collect();
        process::run(&tool.path, &arguments, input, *limits, self.is_cancelled)
            .with_context(|| format!("cannot start `{}`", tool.path.display()))
    }

    fn fail(&self, report: &mut Report, doing: &str, run: &Finished, pass: Option<String>) {
        let name = self.request.tool.path.file_name().map(|it| it.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let messages = messages_with_usage(&String::from_utf8_lossy(&run.stderr), &name);
        let first = messages.iter().find(|it| it.severity == Severity::Error).map(|it| it.text.as_str());
        let meant = first.map(|it| meant(it, self.pipeline, self.request.tool)).unwrap_or_default();
        let first = first.map(|it| format!(": {it}{meant}")).unwrap_or_default();
        let message = format!("{doing}, `{name}` {}{first}", describe(run));
        report.failures.push(Failure { part: self.index, message, pass, messages });
    }
}

/// A suggestion for the name of a pass, or of an option of a pass, that a tool does not know.
fn meant(message: &str, pipeline: &[String], tool: &Tool) -> String {
    let quoted = || message.split('\'').nth(1).unwrap_or_default();
    if message.ends_with("does not refer to a registered pass or pass pipeline") {
        return did_you_mean(quoted(), tool.passes.iter().map(|it| it.name.as_str()));
    }
    let is_named = |it: &&Pass| {
        let words = |text: &String| {
            text.split(|it: char| !it.is_alphanumeric() && it != '-')
                .any(|word| word.trim_start_matches('-') == it.name)
        };
        pipeline.iter().any(words)
    };
    let options = || tool.passes.iter().filter(is_named).flat_map(|it| &it.options);
    if let Some((_, option)) = message.split_once("no such option ") {
        return did_you_mean(option.trim(), options().map(|it| it.name.as_str()));
    }
    if message.contains("Cannot find option named") {
        return did_you_mean(quoted(), options().flat_map(|it| &it.values).map(String::as_str));
    }
    String::new()
}

fn mentions(printed: &[u8], words: &str) -> bool {
    String::from_utf8_lossy(printed).contains(words)
}

/// Whether the one operation of a program is a module.
fn has_module(root: &syntax::SyntaxNode) -> bool {
    use syntax::ast::{AstNode, Operation};
    let name = |it: Operation| it.op_name().map(|name| name.text());
    let mut operations = root.children().flat_map(|part| part.children().filter_map(Operation::cast));
    let first = operations.next().and_then(name);
    operations.next().is_none() && first.is_some_and(|it| matches!(it.as_str(), "module" | "builtin.module"))
}
