//! Ids of actions are written and read in one place.

use crate::operations::test_modules;
use crate::{root, sources};
use std::fs;
use std::path::PathBuf;
use syn::visit::{self, Visit};

/// Where requests leave the program as text: to a client and in reports.
const WRITERS: [&str; 5] = [
    "server/src/lsp/handlers/code_action.rs",
    "server/src/lsp/handlers/code_action_resolve.rs",
    "server/src/lsp/handlers/offers.rs",
    "server/src/lsp/handlers/remedies.rs",
    "server/src/report/json.rs",
];

/// Where the grammar of ids is, where a text becomes a request by it (from a client, and from a command line), and where the
/// kinds are that a client asks for.
const READERS: [&str; 4] = [
    "analysis/transforms/src/action_id.rs",
    "server/src/lsp/handlers/code_action.rs",
    "server/src/lsp/handlers/code_action_resolve.rs",
    "server/src/choice.rs",
];

/// What takes a text apart, or recognizes part of it.
const WAYS: [&str; 12] = [
    "contains",
    "ends_with",
    "find",
    "parse",
    "rsplit",
    "rsplit_once",
    "split",
    "split_once",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "trim_start_matches",
];

#[test]
fn no_id_is_taken_apart() {
    for room in ["analysis/transforms", "analysis/optimizer", "analysis/ide", "server"] {
        let files = sources(&root().join(room).join("src"));
        let only_tests: Vec<PathBuf> = files.iter().flat_map(test_modules).collect();
        for file in files.iter().filter(|it| !only_tests.contains(it)) {
            let name = file.strip_prefix(root()).unwrap().display().to_string();
            let text = fs::read_to_string(file).unwrap();
            let program = text.split("#[cfg(test)]").next().unwrap();
            for way in ["request.to_string()", "action.to_string()", "KIND}:"] {
                let is_writer = WRITERS.contains(&name.as_str());
                assert!(is_writer || !program.contains(way), "{name} writes the id of an action ({way})");
            }
            if !READERS.contains(&name.as_str()) {
                assert_eq!(taken_apart(&text), [] as [String; 0], "{name} reads the id of an action");
            }
        }
    }
}

#[test]
fn what_takes_an_id_apart_is_found() {
    let found = |it: &str| taken_apart(&format!("fn f() {{ {it}; }}"));
    for way in
        ["id.split(':')", "offer.id.0.ends_with(\"x\")", "data.id.parse()", "it.kind().contains(\"y\")"]
    {
        assert_eq!(found(way).len(), 1, "{way}");
    }
    assert!(found("text.split(':'); ids.contains(&id)").is_empty());
    let readers = READERS.iter().filter(|it| !taken_apart(&read(it)).is_empty());
    assert!(readers.count() > 0);
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}

/// The calls in a program, without its tests, that take something named an id, a kind or a request apart.
fn taken_apart(program: &str) -> Vec<String> {
    let mut calls = Calls { found: Vec::new() };
    calls.visit_file(&syn::parse_file(program).unwrap());
    calls.found
}

struct Calls {
    found: Vec<String>,
}

impl Visit<'_> for Calls {
    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        let is_about = name_of(&call.receiver).is_some_and(|it| ["id", "kind", "request"].contains(&&*it));
        if is_about && WAYS.iter().any(|it| call.method == it) {
            self.found.push(call.method.to_string());
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        if !item.attrs.iter().any(|it| it.path().is_ident("cfg")) {
            visit::visit_item_mod(self, item);
        }
    }
}

/// What an expression is named in the end: a variable, a field or a method without arguments.
fn name_of(expression: &syn::Expr) -> Option<String> {
    match expression {
        syn::Expr::Path(it) => it.path.segments.last().map(|it| it.ident.to_string()),
        syn::Expr::Field(it) => match &it.member {
            syn::Member::Named(name) => Some(name.to_string()),
            syn::Member::Unnamed(_) => name_of(&it.base),
        },
        syn::Expr::MethodCall(it) if it.args.is_empty() => match it.method.to_string().as_str() {
            "as_str" | "to_string" | "as_ref" => name_of(&it.receiver),
            name => Some(name.to_owned()),
        },
        syn::Expr::Reference(it) => name_of(&it.expr),
        syn::Expr::Paren(it) => name_of(&it.expr),
        _ => None,
    }
}
