//! No function takes more than a reader can hold: what belongs together is a type.

use std::fs;
use std::path::PathBuf;

use syn::visit::{self, Visit};

use crate::operations::test_modules;
use crate::{FLOORS, root, sources};

/// Parameters of a function, without `self`.
const MOST: usize = 6;

/// Functions that have more all the same, by file and name. There is no new one.
const LONG: &[(&str, &str)] = &[];

#[test]
fn functions_have_few_parameters() {
    let mut found = Vec::new();
    for room in [&["syntax", "syntax/ods"], FLOORS, &["server", "server/passes", "server/service"]].concat() {
        let files = sources(&root().join(room).join("src"));
        let only_tests: Vec<PathBuf> = files.iter().flat_map(test_modules).collect();
        for file in files.iter().filter(|it| !only_tests.contains(it)) {
            let mut functions = Functions { long: Vec::new() };
            functions.visit_file(&syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap());
            let file = file.strip_prefix(root()).unwrap().display().to_string();
            found.extend(functions.long.into_iter().map(|it| (file.clone(), it)));
        }
    }
    let found: Vec<(&str, &str)> = found.iter().map(|it| (it.0.as_str(), it.1.as_str())).collect();
    assert_eq!(found, LONG);
}

struct Functions {
    /// The names of those with more parameters than [`MOST`].
    long: Vec<String>,
}

impl Visit<'_> for Functions {
    fn visit_signature(&mut self, signature: &syn::Signature) {
        let parameters = signature.inputs.iter().filter(|it| matches!(it, syn::FnArg::Typed(_)));
        if parameters.count() > MOST {
            self.long.push(signature.ident.to_string());
        }
        visit::visit_signature(self, signature);
    }

    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        if !item.attrs.iter().any(|it| it.path().is_ident("cfg")) {
            visit::visit_item_mod(self, item);
        }
    }
}
