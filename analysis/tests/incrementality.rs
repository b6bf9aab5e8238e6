//! Typing in one function recomputes nothing about another.

use analysis::{ExecutionLog, Host, SourceFile, TextEdit, TextRange, TextSize};

const TEXT: &str = "#map = affine_map<(d0) -> (d0 + 1)>
func.func @first(%m: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i] : memref<16xf32>
    %0 = affine.load %m[%i + 2] : memref<16xf32>
  }
  return
}
func.func @second(%m: memref<16xf32>, %x: f32) {
  affine.for %j = 0 to 8 {
    %k = affine.apply #map(%j)
    affine.store %x, %m[%k] : memref<16xf32>
    %0 = affine.load %m[%j] : memref<16xf32>
  }
  return
}
";

struct Session {
    host: Host,
    file: SourceFile,
    log: ExecutionLog,
    text: String,
}

impl Session {
    fn new() -> Self {
        let log = ExecutionLog::default();
        let mut host = Host::with_execution_log(log.clone());
        let file = host.add_file(TEXT);
        Self { host, file, log, text: TEXT.to_owned() }
    }

    /// Asks what an editor asks, in both functions, and returns the memoised queries that ran.
    fn ask(&self) -> Vec<String> {
        let analysis = self.host.analysis();
        self.log.lock().expect("no query panicked").clear();
        for (offset, _) in self.text.match_indices("affine.") {
            analysis.hover(self.file, TextSize::try_from(offset).expect("a short text"));
        }
        for (offset, _) in self.text.match_indices('%') {
            analysis.references(self.file, TextSize::try_from(offset).expect("a short text"));
        }
        analysis.document_symbols(self.file);
        self.log.lock().expect("no query panicked").clone()
    }

    /// Replaces the first occurrence.
    fn replace(&mut self, old: &str, new: &str) {
        let start = self.text.find(old).expect("the text holds it");
        let range = TextRange::at(TextSize::try_from(start).expect("a short text"), TextSize::of(old));
        self.host.edit(self.file, &TextEdit { range, insert: new.to_owned() });
        self.text.replace_range(start..start + old.len(), new);
    }
}

/// How often each of the queries about one isolated op ran.
fn count(log: &[String], query: &str) -> usize {
    log.iter().filter(|it| it.starts_with(&format!("{query}("))).count()
}

const QUERIES: [&str; 3] = ["ir", "dependences", "outline"];

#[test]
fn first_questions_analyse_both_functions() {
    let log = Session::new().ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 2, "{query}: {log:#?}");
    }
}

#[test]
fn same_questions_again_compute_nothing() {
    let session = Session::new();
    session.ask();
    assert_eq!(session.ask(), Vec::<String>::new());
}

#[test]
fn edit_in_one_function_leaves_the_other_alone() {
    let mut session = Session::new();
    session.ask();
    session.replace("%i + 2", "%i + 3");
    let log = session.ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 1, "{query}: {log:#?}");
    }
}

#[test]
fn edit_that_only_moves_functions_analyses_none() {
    let mut session = Session::new();
    session.ask();
    session.replace("#map =", "// Maps.\n\n#map =");
    let log = session.ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 0, "{query}: {log:#?}");
    }
}

#[test]
fn new_alias_analyses_none() {
    let mut session = Session::new();
    session.ask();
    session.replace("#map =", "#other = affine_map<() -> ()>\n#map =");
    let log = session.ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 0, "{query}: {log:#?}");
    }
}

#[test]
fn changed_alias_analyses_its_users() {
    let mut session = Session::new();
    session.ask();
    session.replace("d0 + 1", "d0 + 2");
    let log = session.ask();
    assert_eq!(count(&log, "ir"), 1, "{log:#?}");
}

#[test]
fn half_typed_line_in_one_function_leaves_the_other_alone() {
    let mut session = Session::new();
    session.ask();
    session.replace("    %0 = affine.load %m[%i + 2] : memref<16xf32>\n", "    %0 = affine.load %m[%i +\n");
    let log = session.ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 1, "{query}: {log:#?}");
    }
}
