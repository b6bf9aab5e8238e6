//! `mlir-opt` and `mlir-runner`, where they are installed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::interpreter::Module;
use syntax::ods::Registry;

/// The reference tools, and the libraries that print.
pub struct Tools {
    opt: PathBuf,
    runner: PathBuf,
    libraries: Vec<PathBuf>,
}

/// So many programs are given to one process.
const PROGRAMS_AT_ONCE: usize = 64;

/// From the affine dialect to LLVM's.
const LOWERING: &[&str] = &[
    // Tensors that only stand for buffers go.
    "--canonicalize",
    "--lower-affine",
    "--convert-vector-to-scf",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-vector-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-math-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-ub-to-llvm",
    "--reconcile-unrealized-casts",
];

impl Tools {
    /// `None`, with a message, where they are not installed. With `CI` set that is a failure.
    pub fn find() -> Option<Tools> {
        let found = Self::installed();
        if found.is_none() {
            assert!(
                std::env::var_os("CI").is_none(),
                "mlir-opt, mlir-runner or its libraries are not installed"
            );
            let message = "skipped: mlir-opt, mlir-runner or its libraries are not installed";
            // Past the test harness, which keeps what successful tests print to itself.
            let _ = writeln!(std::io::stderr(), "{message}");
        }
        found
    }

    fn installed() -> Option<Tools> {
        let opt = program("mlir-opt")?;
        let runner = program("mlir-runner")?;
        let folders =
            ["/usr/lib/llvm-22/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"];
        let library = |name: &str| {
            folders
                .iter()
                .map(Path::new)
                .filter_map(|it| it.read_dir().ok())
                .flatten()
                .flatten()
                .find_map(|it| it.file_name().to_string_lossy().starts_with(name).then(|| it.path()))
        };
        let libraries = vec![library("libmlir_runner_utils.so")?, library("libmlir_c_runner_utils.so")?];
        Some(Tools { opt, runner, libraries })
    }

    /// The complaint of `mlir-opt` about a program, if it has one.
    pub fn complaint(&self, program: &str) -> Option<String> {
        pipe(Command::new(&self.opt).arg("--allow-unregistered-dialect"), program).err()
    }

    /// What `mlir-opt` makes of a program with these passes.
    pub fn optimized(&self, program: &str, passes: &[&str]) -> Result<String, String> {
        pipe(Command::new(&self.opt).arg("--allow-unregistered-dialect").args(passes), program)
    }

    /// The programs as the interpreter reads them, or the complaint of `mlir-opt` about each. One process reads them
    /// all; where it crashes, halves of them tell which one it is.
    pub fn modules(&self, programs: &[String]) -> Vec<Result<Module, String>> {
        let mut first_lines = vec![1];
        for program in programs {
            let lines = program.matches('\n').count() + 2;
            first_lines.push(first_lines.last().unwrap() + lines);
        }
        let mut command = Command::new(&self.opt);
        command.args(["--mlir-print-op-generic", "--split-input-file", "-mlir-print-op-on-diagnostic=false"]);
        command.args(["--mlir-disable-threading", "--mlir-print-elementsattrs-with-hex-if-larger=-1"]);
        let output = output(&mut command, &programs.join(&format!("\n{SPLIT_MARKER}\n")));
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let parts: Vec<String> = split_parts(&printed);
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.code().is_none() || parts.len() != programs.len() {
            let halves = programs.split_at(programs.len() / 2);
            return match programs.len() {
                0 => Vec::new(),
                1 => vec![Err(format!("mlir-opt crashes\n{complaints}"))],
                _ => [self.modules(halves.0), self.modules(halves.1)].into_iter().flatten().collect(),
            };
        }
        parts
            .iter()
            .zip(first_lines.windows(2))
            .map(|(part, lines)| {
                if part.trim().is_empty() {
                    return Err(complaints_about(&complaints, lines[0]..lines[1]));
                }
                Module::parse(part, Registry::builtin())?.pop().ok_or_else(|| "no module".to_owned())
            })
            .collect()
    }

    /// The programs as `mlir-opt` prints them in generic form; `None` where it does not accept one.
    pub fn generic_forms(&self, programs: &[String]) -> Vec<Option<String>> {
        self.printed(programs, &["--mlir-print-op-generic"])
    }

    /// The programs as `mlir-opt` prints them with these options; `None` where it does not accept one, or crashes.
    pub fn printed(&self, programs: &[String], options: &[&str]) -> Vec<Option<String>> {
        programs.chunks(PROGRAMS_AT_ONCE).flat_map(|it| self.printed_at_once(it, options)).collect()
    }

    /// What one process prints; where it crashes, what one for each half does.
    fn printed_at_once(&self, programs: &[String], options: &[&str]) -> Vec<Option<String>> {
        let mut command = Command::new(&self.opt);
        command.args(options).args(["--split-input-file", "-mlir-print-op-on-diagnostic=false"]);
        command.args(["--allow-unregistered-dialect", "--mlir-disable-threading"]);
        let output = output(&mut command, &programs.join(&format!("\n{SPLIT_MARKER}\n")));
        let parts = split_parts(&String::from_utf8_lossy(&output.stdout));
        if output.status.code().is_some() && parts.len() == programs.len() {
            return parts.into_iter().map(|it| (!it.trim().is_empty()).then_some(it)).collect();
        }
        match programs.split_at(programs.len() / 2) {
            ([], _) => vec![None; programs.len()],
            (a, b) => [self.printed_at_once(a, options), self.printed_at_once(b, options)].concat(),
        }
    }

    /// What the program's `main` prints, or the tools' complaint.
    pub fn run(&self, program: &str) -> Result<String, String> {
        self.run_with(program, &[])
    }

    /// As `run`, with options of `mlir-runner`.
    pub fn run_with(&self, program: &str, options: &[&str]) -> Result<String, String> {
        let lowered = pipe(Command::new(&self.opt).args(LOWERING), program)?;
        let libraries =
            self.libraries.iter().map(|it| it.display().to_string()).collect::<Vec<_>>().join(",");
        let mut runner = Command::new(&self.runner);
        runner.args(["-e", "main", "-entry-point-result=void", &format!("-shared-libs={libraries}")]);
        // Addresses differ from run to run.
        let printed = pipe(runner.args(options), &lowered)?;
        Ok(printed.lines().filter(|it| !it.contains("base@")).collect::<Vec<_>>().join("\n"))
    }
}

fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    [format!("{name}-22"), name.to_owned()]
        .into_iter()
        .flat_map(|name| std::env::split_paths(&folders).map(move |it| it.join(&name)).collect::<Vec<_>>())
        .find(|it| it.is_file())
}

/// The line between the parts of a file.
pub const SPLIT_MARKER: &str = "// -----";

/// What stands between lines of the marker.
pub fn split_parts(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.split(|it| it.trim_end() == SPLIT_MARKER).map(|it| it.concat()).collect()
}

/// The messages with places in these lines, which begin `<stdin>:LINE:COLUMN: `.
fn complaints_about(complaints: &str, lines: std::ops::Range<usize>) -> String {
    let line = |it: &str| it.strip_prefix("<stdin>:")?.split(':').next()?.parse::<usize>().ok();
    let mut is_about = false;
    let chosen = complaints.lines().filter(|it| {
        is_about = line(it).map_or(is_about, |it| lines.contains(&it));
        is_about
    });
    chosen.collect::<Vec<_>>().join("\n")
}

fn pipe(command: &mut Command, input: &str) -> Result<String, String> {
    let output = output(command, input);
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn output(command: &mut Command, input: &str) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // The tool may stop reading at its first error.
    let _ = writer.join().unwrap();
    output
}
