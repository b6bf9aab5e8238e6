//! The command line: arguments, and a file per command or for those of one shape.
//!
//! Exit codes: 0; 1 when `check` finds errors, `fmt --check` files to format, `compare` a difference, `passes run`
//! a wrong step or a tool that fails, an action cannot be applied, or `print` finds an operation that it cannot read; 2 for wrong usage and unreadable input; 3 when `compare` finds
//! no difference and does not prove that there is none.

mod actions;
mod apply;
mod baseline;
mod bytes;
mod check;
mod compare;
mod configured;
mod consent;
mod deps;
mod dialects;
mod explain;
mod files;
mod findings;
mod fmt;
mod fusion;
mod input;
mod loops;
mod optimize;
mod passes;
mod print;
mod progress;
mod rewritten;
mod server;
mod syntax_tree;

use std::io::{self, BufWriter, Stdout, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Findings of error severity, files to format, or an action that cannot be applied.
const FAILURE: u8 = 1;
/// Wrong usage or unreadable input.
const TROUBLE: u8 = 2;
/// Nothing is wrong as far as is known, but not all is known.
const UNKNOWN: u8 = 3;

/// Language server and analyses for MLIR's affine dialect.
///
/// Without a command it serves one editor on standard input and output.
#[derive(Parser)]
#[command(name = "affine-analyzer", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(flatten)]
    transport: Transport,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What editors pass to language servers.
#[derive(Args)]
struct Transport {
    /// Serve on standard input and output, which is the only way.
    #[arg(long)]
    stdio: bool,
    /// The editor's process; unused, since the server ends with its standard input.
    #[arg(long = "clientProcessId", hide = true)]
    client_process_id: Option<u32>,
}

#[derive(Subcommand)]
enum Command {
    /// The language server on standard input and output.
    Server(Transport),
    /// Diagnostics of files, folders (`*.mlir`, recursively) or `-`.
    Check(check::Arguments),
    /// Memory accesses and their dependences.
    Deps(deps::Arguments),
    /// Loops: trip counts, what they carry and reduce, and how their accesses move; or how they differ from an earlier commit.
    Loops(loops::Arguments),
    /// Whether the functions of two files compute the same: proven, refuted with a witness, or unknown and why.
    Compare(compare::Arguments),
    /// Pairs of loop nests that could be fused, with the cost of every depth.
    Fusion(fusion::Arguments),
    /// Code actions at a place, and why others are not offered.
    Actions(actions::Arguments),
    /// The file after a code action.
    Apply(apply::Arguments),
    /// The file after the best sequence of transformations, by a model of their cost.
    Optimize(optimize::Arguments),
    /// Files with their white space in order: indentation by regions, single blanks and empty lines.
    Fmt(fmt::Arguments),
    /// A file in MLIR's generic form, as it is read here; nothing but messages where an operation cannot be read.
    Print(print::Arguments),
    /// Pass pipelines of `mlir-opt` and tools like it, step by step.
    #[command(subcommand)]
    Passes(passes::Command),
    /// The dialects that definitions are read of, and their operations.
    Dialects(dialects::Arguments),
    /// What a diagnostic code means.
    Explain(explain::Arguments),
    /// What a shell reads to complete arguments.
    Completions { shell: clap_complete::Shell },
    /// The manual page, for `man`.
    Man,
    /// The lossless syntax tree, for debugging.
    SyntaxTree {
        /// A file, or `-`.
        file: PathBuf,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
}

/// Buffered and not locked: the server writes to the same stream from other threads.
type Output = BufWriter<Stdout>;

/// Runs the command that the arguments name.
pub(crate) fn run() -> ExitCode {
    log_to_standard_error();
    let arguments = Arguments::parse();
    let mut out = BufWriter::new(io::stdout());
    let result = dispatch(arguments.command, &mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match result {
        Ok(code) => ExitCode::from(code),
        // The reader has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(TROUBLE)
        }
    }
}

/// What `AFFINE_ANALYZER_LOG` asks for, as `debug` or `affine_analyzer=debug`; without it, warnings.
fn log_to_standard_error() {
    let asked = std::env::var("AFFINE_ANALYZER_LOG").ok().and_then(|it| it.parse::<Targets>().ok());
    let filter = asked.unwrap_or_default();
    let filter = match filter.default_level() {
        Some(_) => filter,
        None => filter.with_default(tracing::Level::WARN),
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false);
    tracing_subscriber::registry().with(lines).with(filter).init();
}

fn dispatch(command: Option<Command>, out: &mut Output) -> anyhow::Result<u8> {
    match command {
        None | Some(Command::Server(_)) => server::run(),
        Some(Command::Check(arguments)) => check::run(&arguments, out),
        Some(Command::Deps(arguments)) => deps::run(&arguments, out),
        Some(Command::Loops(arguments)) => loops::run(&arguments, out),
        Some(Command::Compare(arguments)) => compare::run(&arguments, out),
        Some(Command::Passes(command)) => passes::run(&command, out),
        Some(Command::Fusion(arguments)) => fusion::run(&arguments, out),
        Some(Command::Actions(arguments)) => actions::run(&arguments, out),
        Some(Command::Apply(arguments)) => apply::run(&arguments, out),
        Some(Command::Optimize(arguments)) => optimize::run(&arguments, out),
        Some(Command::Fmt(arguments)) => fmt::run(&arguments, out),
        Some(Command::Print(arguments)) => print::run(&arguments, out),
        Some(Command::Dialects(arguments)) => dialects::run(&arguments, out),
        Some(Command::Explain(arguments)) => explain::run(&arguments, out),
        Some(Command::Completions { shell }) => {
            // It panics where its writer fails.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), env!("CARGO_PKG_NAME"), &mut script);
            out.write_all(&script)?;
            Ok(0)
        }
        Some(Command::Man) => {
            clap_mangen::Man::new(Arguments::command()).render(out)?;
            Ok(0)
        }
        Some(Command::SyntaxTree { file }) => syntax_tree::run(&file, out),
    }
}

/// A message for the user, on standard error.
fn complain(message: &str) {
    remark(&format!("error: {message}"));
}

/// A line beside the output, on standard error.
fn remark(message: &str) {
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "{message}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|it| it.kind() == io::ErrorKind::BrokenPipe)
            || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
                == Some(io::ErrorKind::BrokenPipe)
    })
}
