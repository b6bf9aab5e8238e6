//! The generic form that we print is the one that `mlir-opt` prints.

use analysis::Host;

use crate::tools::Tools;

/// Programs of the dialects whose forms are built in.
const PROGRAMS: &str = include_str!("generic_form/programs.mlir");

#[test]
fn programs_are_the_same_in_generic_form() {
    let Some(tools) = Tools::find() else { return };
    let programs: Vec<String> = PROGRAMS.split("// -----\n").map(str::to_owned).collect();
    let ours = programs.iter().map(|program| {
        let mut host = Host::new();
        let file = host.add_file(program);
        let printed = host.analysis().generic_form(file);
        printed.unwrap_or_else(|refused| panic!("{refused:?} in\n{program}"))
    });
    let ours: Vec<String> = ours.collect();
    let options = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
    let (ours_again, theirs) = (tools.printed(&ours, &options), tools.printed(&programs, &options));
    for (index, theirs) in theirs.iter().enumerate() {
        assert!(theirs.is_some(), "mlir-opt rejects\n{}", programs[index]);
        assert_eq!(&ours_again[index], theirs, "of\n{}", ours[index]);
    }
    println!("{} programs are the same in generic form", programs.len());
}
