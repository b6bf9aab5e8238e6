//! `mlir-opt` and `mlir-runner`, where they are installed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The reference tools, and the libraries that print.
pub(crate) struct Tools {
    opt: PathBuf,
    runner: PathBuf,
    libraries: Vec<PathBuf>,
}

/// From the affine dialect to LLVM's.
const LOWERING: &[&str] = &[
    "--lower-affine",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--finalize-memref-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
];

impl Tools {
    /// `None`, with a message, where they are not installed. With `CI` set that is a failure.
    pub(crate) fn find() -> Option<Tools> {
        let found = Self::installed();
        if found.is_none() {
            assert!(
                std::env::var_os("CI").is_none(),
                "mlir-opt, mlir-runner or its libraries are not installed"
            );
            println!("skipped: mlir-opt, mlir-runner or its libraries are not installed");
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
    pub(crate) fn complaint(&self, program: &str) -> Option<String> {
        pipe(Command::new(&self.opt).arg("--allow-unregistered-dialect"), program).err()
    }

    /// What the program's `main` prints, or the tools' complaint.
    pub(crate) fn run(&self, program: &str) -> Result<String, String> {
        let lowered = pipe(Command::new(&self.opt).args(LOWERING), program)?;
        let libraries =
            self.libraries.iter().map(|it| it.display().to_string()).collect::<Vec<_>>().join(",");
        let mut runner = Command::new(&self.runner);
        runner.args(["-e", "main", "-entry-point-result=void", &format!("-shared-libs={libraries}")]);
        // Addresses differ from run to run.
        let printed = pipe(&mut runner, &lowered)?;
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

fn pipe(command: &mut Command, input: &str) -> Result<String, String> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // The tool may stop reading at its first error.
    let _ = writer.join().unwrap();
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
