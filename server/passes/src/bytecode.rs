//! MLIR's bytecode as text, which the tool of the user prints.

use std::path::Path;

use anyhow::{Context, bail};

use crate::Tool;
use crate::process::{Limits, run};
use crate::tool::{describe, is_success};

/// The bytes that bytecode begins with.
const MAGIC: &[u8] = b"ML\xefR";

/// The text of a file with bytecode.
///
/// # Errors
/// Where it is no such file, or the tool does not read it.
pub fn text_of_bytecode(
    tool: &Tool,
    file: &Path,
    limits: Limits,
    is_cancelled: &dyn Fn() -> bool,
) -> anyhow::Result<String> {
    let mut beginning = [0; MAGIC.len()];
    std::fs::File::open(file)
        .and_then(|mut it| std::io::Read::read_exact(&mut it, &mut beginning))
        .with_context(|| format!("`{}` cannot be read", file.display()))?;
    if beginning != MAGIC {
        bail!("`{}` is not bytecode of MLIR", file.display());
    }
    let path = std::path::absolute(file)?;
    let Some(path) = path.to_str() else { bail!("the name of the file is not in UTF-8") };
    let arguments = ["--allow-unregistered-dialect".to_owned(), path.to_owned()];
    let run = run(&tool.path, &arguments, "", limits, is_cancelled)?;
    if !is_success(&run) {
        let said = String::from_utf8_lossy(&run.stderr);
        bail!("`{}` {}: {}", tool.path.display(), describe(&run), said.trim());
    }
    String::from_utf8(run.stdout).context("the tool has printed what is no text")
}
