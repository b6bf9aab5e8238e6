//! `syntax-tree`: the lossless tree, for debugging.

use std::io::Write;
use std::path::Path;

use super::Output;
use super::input::Input;

pub(super) fn run(file: &Path, out: &mut Output) -> anyhow::Result<u8> {
    let input = Input::read(file)?;
    let tree = input.analyse(|analysis, file| analysis.syntax_tree(file))?;
    writeln!(out, "{}", tree.trim_end())?;
    Ok(0)
}
