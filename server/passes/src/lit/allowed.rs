//! The arguments that a test may pass to programs. It comes with an untrusted file, and a tool loads
//! libraries, starts programs, and reads and writes files where its options say so. So a test may use the passes of the
//! tool, the options that are listed here, which do none of that, and those that the user allows besides.

use std::path::{Component, MAIN_SEPARATOR, Path};

use anyhow::{bail, ensure};
use syntax::ast::{AstNode, OpName};

use crate::tool::Tool;

/// Options of tools like `mlir-opt` that say how a program is read, checked and printed.
const OF_TOOL: &[&str] = &[
    "allow-unregistered-dialect",
    "dump-pass-pipeline",
    "emit-bytecode",
    "emit-bytecode-version",
    "help",
    "help-hidden",
    "list-passes",
    "mlir-diagnostic-verbosity-level",
    "mlir-disable-diagnostic-notes",
    "mlir-disable-threading",
    "mlir-elide-elementsattrs-if-larger",
    "mlir-elide-resource-strings-if-larger",
    "mlir-output-format",
    "mlir-pass-statistics",
    "mlir-pass-statistics-display",
    "mlir-pretty-debuginfo",
    "mlir-print-assume-verified",
    "mlir-print-debuginfo",
    "mlir-print-elementsattrs-with-hex-if-larger",
    "mlir-print-ir-after",
    "mlir-print-ir-after-all",
    "mlir-print-ir-after-change",
    "mlir-print-ir-after-failure",
    "mlir-print-ir-before",
    "mlir-print-ir-before-all",
    "mlir-print-ir-module-scope",
    "mlir-print-local-scope",
    "mlir-print-op-generic",
    "mlir-print-op-on-diagnostic",
    "mlir-print-skip-regions",
    "mlir-print-stacktrace-on-diagnostic",
    "mlir-print-unique-ssa-ids",
    "mlir-print-value-users",
    "mlir-timing",
    "mlir-timing-display",
    "mlir-use-nameloc-as-prefix",
    "no-implicit-module",
    "output-split-marker",
    "pass-pipeline",
    "show-dialects",
    "split-input-file",
    "verify-diagnostics",
    "verify-each",
    "verify-roundtrip",
    "version",
];

/// Options of FileCheck.
const OF_FILE_CHECK: &[&str] = &[
    "allow-deprecated-dag-overlap",
    "allow-empty",
    "allow-unused-prefixes",
    "check-prefix",
    "check-prefixes",
    "color",
    "comment-prefixes",
    "dump-input",
    "dump-input-context",
    "dump-input-filter",
    "dump-input-label",
    "enable-var-scope",
    "ignore-case",
    "implicit-check-not",
    "match-full-lines",
    "strict-whitespace",
    "v",
    "vv",
];

/// The option of FileCheck that names what is checked.
const INPUT_FILE: &str = "input-file";

/// Passes and pipelines that start programs, or read files that the program itself names.
const NOT_PASSES: &[&str] = &[
    "gpu-lower-to-nvvm-pipeline",
    "gpu-lower-to-xevm-pipeline",
    "gpu-module-to-binary",
    "transform-preload-library",
];

/// The beginning of the passes that run whatever the program says.
const INTERPRETERS: &[&str] = &["transform-interpreter", "test-transform-dialect"];
/// The operation by which it says that a pass is to be run, with any options.
const APPLIES_PASS: &str = "apply_registered_pass";

/// The environment of a test.
pub(super) struct Allowed<'a> {
    pub(super) tool: &'a Tool,
    /// Options that the user allows beyond those of the lists, without dashes.
    pub(super) options: &'a [String],
    /// The folder of the test's own files: all in it may be read and written.
    pub(super) own: &'a Path,
    /// Where the file is: what is below may be read.
    pub(super) beside: Option<&'a Path>,
    /// The text that the test is about.
    pub(super) source: &'a str,
}

impl Allowed<'_> {
    /// # Errors
    /// Where these are arguments that the tool must not be given.
    pub(super) fn tool(&self, arguments: &[String]) -> anyhow::Result<()> {
        let mut is_output = false;
        for word in arguments {
            if std::mem::take(&mut is_output) {
                self.output(word)?;
                continue;
            }
            no_response_file(word)?;
            let Some((name, value)) = option(word) else {
                self.input(word)?;
                self.passes_in(word)?;
                continue;
            };
            match (name, value) {
                ("o", Some(value)) => self.output(value)?,
                ("o", None) => is_output = true,
                _ => {
                    let is_known = OF_TOOL.contains(&name) || self.tool.pass(name).is_some();
                    self.ensure_known(word, name, is_known)?;
                    self.passes_in(name)?;
                    if let Some(value) = value {
                        self.paths(value)?;
                        self.passes_in(value)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// # Errors
    /// Where these are arguments that FileCheck must not be given.
    pub(super) fn file_check(&self, arguments: &[String]) -> anyhow::Result<()> {
        for word in arguments {
            no_response_file(word)?;
            match option(word) {
                None => self.input(word)?,
                Some((INPUT_FILE, value)) => self.input(value.unwrap_or_default())?,
                // A variable is defined.
                Some((name, _)) if name.starts_with('D') => {}
                Some((name, _)) => self.ensure_known(word, name, OF_FILE_CHECK.contains(&name))?,
            }
        }
        Ok(())
    }

    fn ensure_known(&self, word: &str, name: &str, is_known: bool) -> anyhow::Result<()> {
        ensure!(
            is_known || self.options.iter().any(|it| it.trim_start_matches('-') == name),
            "`{}` is not among the options that a test may use; the setting `passes.testOptions` allows it",
            word.split('=').next().unwrap_or(word)
        );
        Ok(())
    }

    /// A file that is written.
    fn output(&self, path: &str) -> anyhow::Result<()> {
        let is_inside = path == "-" || self.inside(path, self.own);
        ensure!(is_inside, "`{path}` is not among the files of the test, which are `%t` and what begins so");
        Ok(())
    }

    /// A word that is not an option: a file that is read, or the value of an option.
    fn input(&self, word: &str) -> anyhow::Result<()> {
        let is_readable = [Some(self.own), self.beside].into_iter().flatten().any(|it| self.inside(word, it));
        ensure!(
            is_readable || !Path::new(word).is_absolute(),
            "`{word}` is neither among the files of the test nor beside the file"
        );
        if is_readable { Ok(()) } else { self.paths(word) }
    }

    /// Looks at all that may be a path in a value. Whether the file is read or written is unknown, so it must belong to the test.
    fn paths(&self, text: &str) -> anyhow::Result<()> {
        // There may be blanks in it.
        let text = text.replace(&*self.own.to_string_lossy(), OWN);
        let ends = |it: char| it.is_whitespace() || "=,;(){}[]<>\"'".contains(it);
        for piece in text.split(ends) {
            let is_path = piece.contains(['/', MAIN_SEPARATOR]) && !piece.trim_matches(['/', '-']).is_empty();
            let own = piece.strip_prefix(OWN).map(|it| format!("{}{it}", self.own.display()));
            ensure!(
                !is_path && piece != ".." && own.is_none()
                    || own.is_some_and(|it| self.inside(&it, self.own)),
                "`{}` is not among the files of the test",
                piece.replace(OWN, "%t")
            );
        }
        Ok(())
    }

    /// Whether a path is below a folder, also where links lead somewhere else.
    fn inside(&self, path: &str, folder: &Path) -> bool {
        let path = Path::new(path);
        let real = |it: &Path| it.canonicalize().ok();
        let is_below = path.starts_with(folder) && !path.components().any(|it| it == Component::ParentDir);
        // A file that does not exist yet is judged by its folder.
        let found = real(path).or_else(|| real(path.parent()?));
        is_below && found.is_none_or(|it| real(folder).is_some_and(|folder| it.starts_with(folder)))
    }

    /// Looks at the names of passes in a pipeline, or in anything else.
    fn passes_in(&self, text: &str) -> anyhow::Result<()> {
        for name in text.split(|it: char| !it.is_ascii_alphanumeric() && it != '-' && it != '_') {
            ensure!(
                !NOT_PASSES.contains(&name),
                "the pass `{name}` is not run for a test: it may start programs"
            );
            if INTERPRETERS.iter().any(|it| name.starts_with(it)) && applies_passes(self.source) {
                bail!("`{name}` is not run on a text that says which passes are to be run");
            }
        }
        Ok(())
    }
}

/// Stands for the folder of the test; no argument has it.
const OWN: &str = "\0";

/// The name of an option, and its value if it is in the same word. LLVM takes one dash and two.
fn option(word: &str) -> Option<(&str, Option<&str>)> {
    let option = word.strip_prefix('-').filter(|it| !it.is_empty())?;
    let option = option.strip_prefix('-').unwrap_or(option);
    Some(option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value))))
}

fn no_response_file(word: &str) -> anyhow::Result<()> {
    ensure!(!word.starts_with('@'), "`{word}` takes options from a file, which a test must not");
    Ok(())
}

/// Whether a program for a tool's interpreter may say that a pass is to be run.
fn applies_passes(source: &str) -> bool {
    // The name of an operation can be written with escapes.
    let root = syntax::parse(source).syntax_node();
    let mut names = root.descendants().filter_map(OpName::cast);
    source.contains(APPLIES_PASS) || names.any(|it| it.syntax().text().contains_char('\\'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::Pass;

    fn check(program: &str, arguments: &str, options: &[&str], source: &str) -> Result<(), String> {
        let pass = Pass::named;
        let passes = [
            "affine-loop-tile",
            "cse",
            "gpu-module-to-binary",
            "snapshot-op-locations",
            "transform-interpreter",
        ];
        let tool = Tool {
            path: "opt".into(),
            version: String::new(),
            passes: passes.map(pass).into(),
            keeps_names: true,
        };
        let folder = tempfile::tempdir().unwrap();
        let (own, beside) = (folder.path().join("a b"), folder.path().join("it is/here"));
        for it in [&own, &beside.join("Inputs")] {
            std::fs::create_dir_all(it).unwrap();
        }
        std::fs::write(folder.path().join("secret"), "").unwrap();
        std::fs::write(beside.join("c.mlir"), "").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("secret"), beside.join("link")).unwrap();
        let options: Vec<String> = options.iter().map(|it| (*it).to_owned()).collect();
        let allowed = Allowed { tool: &tool, options: &options, own: &own, beside: Some(&beside), source };
        let replaced = |it: String| {
            let it = it.replace("%s", "%t.mlir").replace("%t", &own.join("t").display().to_string());
            it.replace("%S", &beside.display().to_string())
        };
        let arguments: Vec<String> = shlex::split(arguments).unwrap().into_iter().map(replaced).collect();
        let checked = match program {
            "FileCheck" => allowed.file_check(&arguments),
            _ => allowed.tool(&arguments),
        };
        checked.map_err(|it| it.to_string())
    }

    #[test]
    fn what_tests_say_is_taken() {
        for arguments in [
            "%s -cse -split-input-file -verify-diagnostics",
            "%s --affine-loop-tile='tile-size=32 cache-size=4' -o %t",
            "%t/part.mlir -o=%t.out --pass-pipeline='builtin.module(func.func(cse,affine-loop-tile{tile-sizes=8,8}))'",
            "-pass-pipeline 'builtin.module(cse)' %S/c.mlir %S/Inputs/d.mlir -",
            "%s --split-input-file='// -----' -output-split-marker='// -- /'",
            "%s -transform-interpreter -mlir-print-ir-after=cse -o -",
            "%s --snapshot-op-locations='filename=%t.x' --snapshot-op-locations=filename=x.mlir",
        ] {
            assert_eq!(check("opt", arguments, &[], ""), Ok(()), "{arguments}");
        }
        for arguments in [
            "%s",
            "%s -check-prefix=A --check-prefixes A,B -DX=/a/b -D#N=3 -input-file=%t.out",
            "%s --implicit-check-not='a/b' -match-full-lines --dump-input=always --input-file %t",
        ] {
            assert_eq!(check("FileCheck", arguments, &[], ""), Ok(()), "{arguments}");
        }
    }

    #[test]
    fn what_loads_starts_or_writes_is_refused_by_name() {
        for (arguments, named) in [
            ("%s --load-dialect-plugin=%S/evil.so", "--load-dialect-plugin"),
            ("%s -load-pass-plugin %S/evil.so", "-load-pass-plugin"),
            ("%s --pass-plugin=%t", "--pass-plugin"),
            ("%s --irdl-file=%S/c.mlir", "--irdl-file"),
            ("%s --mlir-print-ir-tree-dir=%t", "--mlir-print-ir-tree-dir"),
            ("%s --mlir-generate-reproducer=x", "--mlir-generate-reproducer"),
            ("%s --mlir-pass-pipeline-crash-reproducer=x", "-crash-reproducer"),
            ("%s -run-reproducer", "-run-reproducer"),
            ("%s -debug-only=dialect-conversion", "-debug-only"),
            ("%s --log-actions-to=x", "--log-actions-to"),
            ("%s --remarks-output-file=x", "--remarks-output-file"),
            ("%s --info-output-file x", "--info-output-file"),
            ("%s @%S/c.mlir", "@"),
            ("@x", "@x"),
            ("%s -o ../x", "../x"),
            ("%s -o x", "x"),
            ("%s -o %S/c.mlir", "c.mlir"),
            ("%s -o %t/../../secret", "secret"),
            ("%s -o=%t.x -o /elsewhere/x", "/elsewhere/x"),
            ("%s -o -cse", "-cse"),
            ("%s -pass-pipeline -o %S/c.mlir", "c.mlir"),
            ("-cse -- /etc/passwd", "--"),
            ("/etc/passwd", "/etc/passwd"),
            ("%S/../../secret", "secret"),
            ("%Sx/c.mlir", "x/c.mlir"),
            ("..", ".."),
            ("%s --snapshot-op-locations=filename=/elsewhere/x", "/elsewhere/x"),
            ("%s --snapshot-op-locations='a=1 filename=%S/../x'", "among the files"),
            ("%s --snapshot-op-locations=filename=%S/x", "among the files"),
            ("%s -pass-pipeline 'builtin.module(snapshot-op-locations{filename=%S/x})'", "among the files"),
            ("%s --pass-pipeline='builtin.module(snapshot-op-locations{filename=../x})'", "../x"),
            ("%s -pass-pipeline 'builtin.module(cse,gpu-module-to-binary)'", "gpu-module-to-binary"),
            ("%s --gpu-module-to-binary", "gpu-module-to-binary"),
            ("%s -no-such-pass", "-no-such-pass"),
        ] {
            let refused = check("opt", arguments, &[], "").expect_err(arguments);
            assert!(refused.contains(named), "{arguments}: {refused}");
        }
        for arguments in
            ["%s --input-file=/etc/passwd", "/etc/passwd", "%s -input-file %S/../x", "%s --x=1", "@x"]
        {
            assert!(check("FileCheck", arguments, &[], "").is_err(), "{arguments}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed_out() {
        assert_eq!(check("opt", "%S/c.mlir", &[], ""), Ok(()));
        assert!(check("opt", "%S/link", &[], "").is_err());
    }

    #[test]
    fn the_user_allows_more() {
        let arguments = "%s --debug-only=x";
        assert!(check("opt", arguments, &[], "").unwrap_err().contains("`passes.testOptions`"));
        assert_eq!(check("opt", arguments, &["debug-only"], ""), Ok(()));
        assert_eq!(check("opt", arguments, &["--debug-only"], ""), Ok(()));
        assert!(check("opt", "%s --debug-only=/elsewhere/x", &["debug-only"], "").is_err());
    }

    #[test]
    fn no_program_says_which_passes_are_run() {
        let applies = "transform.apply_registered_pass \"snapshot-op-locations\" with options = {} to %0";
        let escaped = r#""transform.apply\5Fregistered_pass"(%0) : (!t.any) -> ()"#;
        for source in [applies, escaped] {
            assert!(check("opt", "%s --transform-interpreter", &[], source).is_err(), "{source}");
            assert_eq!(check("opt", "%s --cse", &[], source), Ok(()));
        }
    }

    /// Each option of the list is one that the real tool has, which says nothing of files.
    #[test]
    fn the_list_is_of_options_that_name_no_files() {
        let Some(help) = crate::tool::on_path(&["mlir-opt-22", "mlir-opt"]) else {
            assert!(std::env::var_os("CI").is_none_or(|it| it.is_empty()), "mlir-opt is not installed");
            eprintln!("skipped: mlir-opt is not installed");
            return;
        };
        let run = std::process::Command::new(help).arg("--help-hidden").output().unwrap();
        let help = String::from_utf8(run.stdout).unwrap();
        for name in OF_TOOL.iter().chain(NOT_PASSES) {
            let is_it = |it: &&str| {
                let rest = it.trim_start().strip_prefix("--").and_then(|it| it.strip_prefix(name));
                rest.is_some_and(|it| it.starts_with([' ', '=', '[']))
            };
            let line = help.lines().find(is_it).unwrap_or_else(|| panic!("there is no --{name}"));
            let is_listed = OF_TOOL.contains(name);
            for word in ["filename", "directory", "plugin", "path", "to a file", "library"] {
                assert!(!is_listed || !line.contains(word), "{line}");
            }
        }
    }
}
