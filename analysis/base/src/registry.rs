//! The registry of operations as an input: what is known of each operation, built in or added by the user.

use std::sync::Arc;
use syntax::ods::Registry;

/// Changes seldom: of high durability.
#[salsa::input(singleton, debug)]
pub struct RegistryInput {
    #[returns(ref)]
    pub registry: Arc<Registry>,
}

impl RegistryInput {
    /// Gives a database its registry.
    pub fn create(db: &dyn salsa::Database, registry: Arc<Registry>) {
        let _ = RegistryInput::builder(registry).durability(salsa::Durability::HIGH).new(db);
    }
}

pub fn registry(db: &dyn salsa::Database) -> &Arc<Registry> {
    RegistryInput::get(db).registry(db)
}

/// Whether the regions of an operation that is written so see no value from outside.
pub fn is_isolated_by_name(db: &dyn salsa::Database, written: &str) -> bool {
    match registry(db).written(written) {
        Some(definition) if definition.has_trait("IsolatedFromAbove") => true,
        Some(definition) if definition.lacks_trait("IsolatedFromAbove") => false,
        _ => seems_isolated(written),
    }
}

/// Whether an operation of that name, which is not known, is likely to see no value from outside.
pub fn seems_isolated(name: &str) -> bool {
    name.ends_with(".func") || name.ends_with(".module")
}

#[cfg(test)]
mod tests {
    use analysis::Analysis;
    use analysis::Host;
    use analysis::SourceFile;
    use std::sync::Arc;
    use syntax::ods::{ImportedOp, Registry};

    /// A host that knows an operation which is not built in.
    fn host(body: &str) -> (Analysis, SourceFile) {
        let traits = "Pure, AllTypesMatch<[\"value\", \"result\"]>";
        let scale = ImportedOp {
            name: "mine.scale".into(),
            ins: "FloatLike:$value, Variadic<Index>:$by, OptionalAttr<I64Attr>:$times".into(),
            outs: "FloatLike:$result".into(),
            traits: traits.into(),
            format: Some("$value `by` $by (`times` $times^)? attr-dict `:` type($result)".into()),
            has_exact_format: true,
            ..ImportedOp::default()
        };
        let mut host = Host::new();
        host.set_registry(Arc::new(Registry::builtin().with([scale])));
        let file = host.add_file(&format!(
            "func.func @f(%a: f32, %n: index) -> f32 {{\n{body}\n  return %a : f32\n}}\nfunc.func private @g(f32)\n"
        ));
        (host.analysis(), file)
    }

    fn messages(body: &str) -> Vec<String> {
        let (analysis, file) = host(body);
        let found = analysis.diagnostics(file);
        found.iter().map(|it| format!("{}: {}", it.code, it.message)).collect()
    }

    #[test]
    fn operations_of_others_are_parsed_typed_and_checked() {
        let used = "  %0 = mine.scale %a by %n times 2 : f32\n  call @g(%0) : (f32) -> ()";
        assert_eq!(messages(used), Vec::<String>::new());
        assert_eq!(
            messages("  %0 = mine.scale %a by, %n : f32"),
            ["expected-token: expected ':', found ','"]
        );
        assert_eq!(
            messages("  %0 = mine.scale %n by %n : index"),
            ["operand-type-class: mine.scale takes floats, but %n has type index"]
        );
        let other = messages("  %0 = mine.scale %a by %n : f32\n  %1 = arith.addi %0, %0 : i32");
        assert!(other.iter().any(|it| it.contains("%0") && it.contains("f32")), "{other:?}");
    }

    #[test]
    fn operations_of_others_have_traits() {
        assert_eq!(messages("  %0 = mine.scale %a by %n : f32"), ["unused-pure-result: %0 is never used"]);
    }

    /// The head of an operation whose form is not known may have swallowed the next statement.
    #[test]
    fn what_an_unknown_form_holds_may_stand_behind_it() {
        let pattern = ImportedOp {
            name: "mine.pattern".into(),
            regions: "AnyRegion:$body".into(),
            format: Some("$body attr-dict".into()),
            ..ImportedOp::default()
        };
        let mut host = Host::new();
        host.set_registry(Arc::new(Registry::builtin().with([pattern])));
        let text =
            "mine.pattern {\n  %root = operation \"foo.op\"\n  rewrite %root {\n    erase %root\n  }\n}\n";
        let file = host.add_file(text);
        assert_eq!(host.analysis().diagnostics(file), []);
    }
}
