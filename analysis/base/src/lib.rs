//! The inputs: files with their parses and outlines, the settings, the registry of operations, and the database that
//! they are in.

pub mod at_once;
pub mod change;
pub mod database;
pub mod earlier;
pub mod file_text;
pub mod isolated_op;
pub mod machine;
pub mod outline;
pub mod registry;
pub mod severity;
pub mod source_file;
pub mod temporary;
pub mod workspace;
