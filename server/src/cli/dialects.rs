//! `dialects`: the dialects that are known, from where, and their operations.

use std::io::Write;
use std::path::PathBuf;

use analysis::ods::import::operation_name;
use analysis::ods::tablegen::{Record, Records, Value};
use anyhow::Context;
use serde_json::{Value as Json, json};

use super::configured::complain_of_definitions;
use super::{Format, Output, TROUBLE};
use crate::config::{Config, DefinitionFiles, Project};
use crate::definitions;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files of definitions; without any, those that the configuration names.
    #[arg(long = "td", value_name = "FILE.td")]
    files: Vec<PathBuf>,
    /// Folders of what they include; MLIR's own is found where it is installed.
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// The configuration; without it that of the nearest `affine-analyzer.toml` in the folders above.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let here = std::env::current_dir().context("there is no current folder")?;
    let texts = |paths: &[PathBuf]| paths.iter().map(|it| it.display().to_string()).collect();
    let wanted = if arguments.files.is_empty() {
        let path = arguments.config.clone().or_else(|| Project::nearest(&here));
        let project = path.as_deref().map(Project::read).transpose()?;
        match &project {
            Some(project) if arguments.config.is_some() => Config::named(project).definitions,
            _ => Config::layered(project.as_ref(), &Json::Null).definitions,
        }
    } else {
        DefinitionFiles {
            folder: here,
            files: texts(&arguments.files),
            include: texts(&arguments.include),
            are_files_of_user: true,
            is_include_of_user: true,
            ..DefinitionFiles::default()
        }
    };
    let (records, problems) = definitions::records(&wanted);
    complain_of_definitions(&problems);
    let dialects = of_records(&records);
    match arguments.format {
        Format::Json => writeln!(out, "{}", json!({ "version": 1, "dialects": dialects }))?,
        Format::Human => {
            for dialect in &dialects {
                let operations = dialect["operations"].as_array().map(Vec::as_slice).unwrap_or_default();
                writeln!(out, "{} ({} operations)", text(&dialect["name"]), operations.len())?;
                for operation in operations {
                    writeln!(out, "  {}", text(&operation["name"]))?;
                }
            }
        }
    }
    let is_empty = dialects.is_empty() && !problems.is_empty();
    Ok(if is_empty { TROUBLE } else { 0 })
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

/// The dialects that have operations or are defined, by name.
fn of_records(records: &Records) -> Vec<Json> {
    let of = |dialect: &Record| {
        let name = dialect.field("name").as_str()?;
        let is_own = |it: &&Record| {
            it.is_a("Op")
                && !it.is_anonymous
                && records.of(it.field("opDialect")).is_some_and(|it| it.name == dialect.name)
        };
        let mut operations: Vec<Json> =
            records.records.iter().filter(is_own).filter_map(|it| operation(records, it)).collect();
        operations.sort_by(|a, b| text(&a["name"]).cmp(text(&b["name"])));
        Some(json!({ "name": name, "file": &*dialect.file, "operations": operations }))
    };
    let is_dialect = |it: &&Record| it.is_a("Dialect") && !it.is_anonymous;
    let mut found: Vec<Json> = records.records.iter().filter(is_dialect).filter_map(of).collect();
    found.sort_by(|a, b| text(&a["name"]).cmp(text(&b["name"])));
    found
}

fn operation(records: &Records, record: &Record) -> Option<Json> {
    let named = |value: &Value| {
        let name = records.of(value).filter(|it| !it.is_anonymous).map(|it| &*it.name);
        name.map_or(Json::Null, Json::from)
    };
    let names = |field: &str| -> Vec<Json> {
        record
            .field(field)
            .arguments()
            .iter()
            .map(|it| it.1.as_deref().map_or(Json::Null, Json::from))
            .collect()
    };
    let arguments: Vec<Json> = record
        .field("arguments")
        .arguments()
        .iter()
        .map(|(value, name)| {
            json!({ "name": name.as_deref(), "constraint": named(value), "kind": kind(records, value) })
        })
        .collect();
    let results: Vec<Json> = record
        .field("results")
        .arguments()
        .iter()
        .map(|(value, name)| json!({ "name": name.as_deref(), "constraint": named(value) }))
        .collect();
    let traits: Vec<Json> =
        record.field("traits").as_list().iter().map(named).filter(|it| !it.is_null()).collect();
    Some(json!({
        "name": operation_name(records, record)?,
        "assemblyFormat": record.field("assemblyFormat").as_str(),
        "hasCustomAssemblyFormat": record.field("hasCustomAssemblyFormat").as_bool(),
        "arguments": arguments,
        "results": results,
        "regions": names("regions"),
        "successors": names("successors"),
        "traits": traits,
    }))
}

/// The kind of an argument of an operation.
fn kind(records: &Records, value: &Value) -> &'static str {
    match records.of(value) {
        Some(it) if it.is_a("OpVariable") => kind(records, it.field("constraint")),
        Some(it) if it.is_a("AttrConstraint") => "attribute",
        Some(it) if it.is_a("PropConstraint") || it.is_a("Property") => "property",
        _ => "operand",
    }
}
