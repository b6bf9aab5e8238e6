//! Text that every fusion leaves alone: outside the nests, and all comments.

use super::{fusions, taken};
use analysis::Host;

const COMMENTED: &str = r#"// Of the file.
func.func @other(%x: memref<16xf32>) {
   // Odd   blanks stay.
   %v  =  affine.load %x[ 3 ] : memref<16xf32>
   return
}
// -----
#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%x: memref<16x4xf32>, %z: memref<16x4xf32>, %w: memref<16x4xf32>) {
      // Of the buffer.
      %t = memref.alloc() : memref<16x4xf32> // local
    // Above the first.
    affine.for %i = 0 to 16 { // head of the first
  // inside, odd
          affine.for %j = 0 to 4 { // inner head
            %v = affine.load %x[%i, %j] : memref<16x4xf32> // load
            // before the store
            affine.store %v, %t[%i, %j] : memref<16x4xf32> // store
            // last
          } {tag = "kept"} // inner tail
    } // tail of the first

    // Of a constant.
    %two = arith.constant 2.0 : f32 // two

    // Above the second.
    affine.for %i = 0 to 16 { // head of the second
	affine.for %j = 0 to 4 {
		// with tabs
		%v = affine.load %t[%i, %j] : memref<16x4xf32> // reload
		%p = arith.mulf %v, %two : f32
		affine.store %p, %z[%i, %j] : memref<16x4xf32>
	}
    } // tail of the second
    affine.for %i = 0 to 14 { affine.for %j = 0 to 4 {
      %v = affine.load %x[%i + 2, %j] : memref<16x4xf32>
      affine.store %v, %w[%i, %j] : memref<16x4xf32> } } // third
    memref.dealloc %t : memref<16x4xf32> // freed
    return // done
}
// -----
// Of the last part.
"#;

fn comments(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> =
        text.lines().filter_map(|it| it.find("//").map(|at| it[at..].trim_end())).collect();
    found.sort_unstable();
    found
}

/// Every offer for the text keeps the text outside the nests, and all comments.
fn check(text: &str) -> usize {
    // The allocation goes with the nests or gets another type.
    let first = text.find("      // Of the buffer.").unwrap();
    let last = text.find("    return // done").unwrap();
    let offers: Vec<_> = fusions(text).into_iter().filter(|it| it.disabled.is_none()).collect();
    for offer in &offers {
        let new = taken(text, &offer.request);
        assert!(new.starts_with(&text[..first]), "{}\n{new}", offer.title);
        assert!(new.ends_with(&text[last..]), "{}\n{new}", offer.title);
        for comment in comments(text) {
            assert!(comments(&new).contains(&comment), "{}: `{comment}` is lost\n{new}", offer.title);
        }
        let mut host = Host::new();
        let file = host.add_file(&new);
        let errors: Vec<_> = host
            .analysis()
            .diagnostics(file)
            .into_iter()
            .filter(|it| it.severity == analysis::Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{}: {errors:?}\n{new}", offer.title);
    }
    offers.len()
}

#[test]
fn nothing_else_changes() {
    assert!(check(COMMENTED) >= 5);
}

#[test]
fn lines_end_as_they_did() {
    let text = COMMENTED.replace('\n', "\r\n");
    assert!(check(&text) >= 5);
    for offer in fusions(&text).into_iter().filter(|it| it.disabled.is_none()) {
        let new = taken(&text, &offer.request);
        assert_eq!(new.matches('\n').count(), new.matches("\r\n").count(), "{}", offer.title);
    }
}

#[test]
fn all_at_once() {
    let mut host = Host::new();
    let file = host.add_file(COMMENTED);
    let id = "refactor.rewrite.affine.fuseAll".parse().unwrap();
    let edits = host.analysis().resolve_action(file, &id).unwrap();
    let [edit] = &*edits else { panic!("{edits:?}") };
    let new = edit.apply(COMMENTED);
    assert_eq!(new.matches("affine.for %i").count(), 2, "{new}");
    assert!(comments(COMMENTED).iter().all(|it| comments(&new).contains(it)), "{new}");
}

/// Where a header is written anew or goes, a comment inside it would be lost.
#[test]
fn comments_in_headers() {
    for (head, written) in [
        (
            "affine.for %i = 0 to 16 { // head of the first",
            "affine.for %i = 0 // from\n to 16 { // head of the first",
        ),
        ("affine.for %j = 0 to 4 {\n\t\t// with tabs", "affine.for %j = 0 to 4 // to\n {\n\t\t// with tabs"),
    ] {
        let text = COMMENTED.replace(head, written);
        assert_ne!(text, COMMENTED);
        let of_both = |it: &analysis::Action| it.title.contains("(line ") || it.title.contains("at line ");
        let all = fusions(&text);
        assert!(
            all.iter()
                .any(|it| it.disabled.as_ref().is_some_and(|it| it.contains("a comment stands inside")))
        );
        for offer in all.iter().filter(|it| it.disabled.is_none() && of_both(it)) {
            let new = taken(&text, &offer.request);
            assert!(comments(&text).iter().all(|it| comments(&new).contains(it)), "{}\n{new}", offer.title);
        }
        let mut host = Host::new();
        let file = host.add_file(&text);
        let id = "refactor.rewrite.affine.fuseAll".parse().unwrap();
        let edits = host.analysis().resolve_action(file, &id).unwrap();
        let new = edits.iter().rev().fold(text.clone(), |text, edit| edit.apply(&text));
        assert!(comments(&text).iter().all(|it| comments(&new).contains(it)), "{new}");
    }
}

/// In the generic form the same nests are refused, and no hint offers a fusion that cannot be written.
#[test]
fn the_generic_form_is_refused() {
    let text = |affine_form: bool| {
        let load = |memref: &str| match affine_form {
            true => format!("%v = affine.load {memref}[%i] : memref<8xf32>"),
            false => format!(
                "%v = \"affine.load\"({memref}, %i) <{{map = affine_map<(d0) -> (d0)>}}> : (memref<8xf32>, index) -> f32"
            ),
        };
        format!(
            "func.func @f(%x: memref<8xf32>, %y: memref<8xf32>) {{
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {{
    {}
    affine.store %v, %t[%i] : memref<8xf32>
  }}
  affine.for %i = 0 to 8 {{
    {}
    affine.store %v, %y[%i] : memref<8xf32>
  }}
  return
}}
",
            load("%x"),
            load("%t")
        )
    };
    let hints = |text: &str| {
        let mut host = Host::new();
        let file = host.add_file(text);
        let found = host.analysis().diagnostics(file);
        found.iter().filter(|it| it.code == "fusion-opportunity").count()
    };
    assert!(fusions(&text(true)).iter().any(|it| it.disabled.is_none()));
    assert_eq!(hints(&text(true)), 1);
    let refused = fusions(&text(false));
    assert!(!refused.is_empty());
    for it in refused {
        assert_eq!(
            it.disabled.as_deref(),
            Some("the nest is written in the generic form (line 4)"),
            "{}",
            it.title
        );
    }
    assert_eq!(hints(&text(false)), 0);
}
