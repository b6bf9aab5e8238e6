//! `affine.passes` and `affine.runPasses`: what the tool of the user can do, and a pipeline of it step by step.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use passes::{Limits, Pass, Request, Tool};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

use super::{Task, TextArgument, argument};
use crate::lsp::errors::request_failed;
use crate::report::{PassRun, Source, json};

/// The interval of checks for a cancellation by the client.
const LOOK: Duration = Duration::from_millis(50);

impl Task {
    /// The tool that the user has chosen, or that of the project, or one on `PATH`, where the user trusts the folders that
    /// are open.
    pub(super) fn tool(&self) -> Result<Arc<Tool>> {
        if !self.is_trusted() {
            return Err(request_failed("the workspace is not trusted, so that nothing is run for it"));
        }
        let settings = &self.config.passes;
        let own = settings.tool.as_ref().map(|it| self.chosen(it)).transpose()?;
        let path = own.or_else(|| settings.of_project.clone());
        let tool = Tool::find(path.as_deref(), &|| self.is_cancelled())
            .map_err(|it| request_failed(format!("{it:#}")))?;
        if let Some(version) = tool.mlir() {
            let project = self.project.clone();
            self.turns.send("version", move |state| state.take_version(project, version));
        }
        Ok(tool)
    }

    /// Whether the client says so, or else the user, who is asked if that is unknown.
    fn is_trusted(&self) -> bool {
        if let Some(is_trusted) = self.config.passes.is_trusted {
            return is_trusted;
        }
        let (sender, answer) = channel();
        self.turns.send("trust", move |state| state.ask_for_trust(Some(sender)));
        loop {
            match answer.recv_timeout(LOOK) {
                Ok(is_trusted) => return is_trusted,
                Err(RecvTimeoutError::Timeout) if !self.is_cancelled() => {}
                Err(_) => return false,
            }
        }
    }

    /// A name alone is looked for on `PATH`. A relative path is one of the project.
    fn chosen(&self, tool: &Path) -> Result<PathBuf> {
        let name = tool.to_str().filter(|_| tool.components().count() == 1 && tool.is_relative());
        let refused = |why: &str| request_failed(format!("`{}` {why}", tool.display()));
        match name {
            Some(name) if !name.starts_with('.') => {
                passes::on_path(&[name]).ok_or_else(|| refused("is not on PATH"))
            }
            _ if tool.is_absolute() => Ok(tool.to_owned()),
            _ => Ok(self.config.definitions.folder.join(tool)),
        }
    }
}

/// The passes of the tool.
pub(super) fn passes(task: &Task, _: Option<Value>) -> Result<Value> {
    let tool = task.tool()?;
    let pass = |it: &Pass| {
        let option =
            |it: &passes::PassOption| json!({ "name": it.name, "summary": it.summary, "values": it.values });
        json!({
            "name": it.name,
            "summary": it.summary,
            "anchor": it.anchor,
            "isPipeline": it.is_pipeline,
            "options": it.options.iter().map(option).collect::<Vec<_>>(),
        })
    };
    Ok(json!({
        "tool": { "path": tool.path, "version": tool.version },
        "passes": tool.passes.iter().map(pass).collect::<Vec<_>>(),
    }))
}

#[derive(Deserialize)]
struct Arguments {
    #[serde(flatten)]
    source: TextArgument,
    pipeline: String,
}

/// Runs a pipeline. The answer is the JSON of `passes run`.
pub(super) fn run_passes(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let wanted: Arguments = argument(arguments)?;
    let tool = task.tool()?;
    let text = task.text(&wanted.source)?;
    let _running = task.progress.running("Running passes".to_owned());
    let request = Request {
        tool: &tool,
        source: &text,
        pipeline: &wanted.pipeline,
        registry: &task.registry,
        settings: &task.config.settings,
        limits: Limits::default(),
    };
    let report = passes::run(&request, &|| task.is_cancelled(), &|_, _| {});
    let report = report.map_err(|it| request_failed(format!("{it:#}")))?;
    let source = Source::new(String::new(), &text);
    Ok(json::passes(&PassRun { source: &source, tool: &tool, pipeline: &wanted.pipeline, report: &report }))
}
