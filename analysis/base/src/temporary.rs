//! A database with one file that is thrown away soon: a trial of another text, or questions about much whose answers are
//! kept elsewhere.
//!
//! A write to the parent, the database that it was made for, does not wait for it: its queries unwind like those of
//! the parent.

use crate::database::RootDatabase;
use crate::earlier::EarlierAnswers;
use crate::outline::Outline;
use crate::registry::{RegistryInput, registry};
use crate::source_file::{Settings, SettingsInput, SourceFile};
use salsa::{Durability, Setter};
use std::sync::Arc;
use syntax::Parse;

pub struct Temporary {
    pub db: RootDatabase,
    pub file: SourceFile,
    /// Made when the file is first changed.
    outline: Option<Outline>,
}

impl Temporary {
    /// A database with a file of this text.
    pub fn with_text(parent: &RootDatabase, text: &str) -> Self {
        let db = empty(parent);
        let mut temporary = Self { file: SourceFile::empty(&db), db, outline: None };
        temporary.set_parse(syntax::parse_with(text, registry(parent)));
        temporary
    }

    /// A database with a copy of the file. A change of it costs what it does where it comes from.
    pub fn with_copy(parent: &RootDatabase, file: SourceFile) -> Self {
        let db = empty(parent);
        let texts = file.op_texts(parent).iter().map(|it| it.copy(parent, &db)).collect();
        Self { file: file.copy(parent, &db, texts), db, outline: None }
    }

    pub fn set_parse(&mut self, parse: Parse) {
        let outline = self.outline.get_or_insert_with(|| Outline::of(&self.db, self.file));
        outline.update(&mut self.db, self.file, parse);
    }

    /// Replaces the whole text.
    pub fn set_text(&mut self, text: &str) {
        let parse = syntax::parse_with(text, registry(&self.db));
        self.set_parse(parse);
    }

    pub fn set_settings(&mut self, settings: Settings) {
        let input = SettingsInput::get(&self.db);
        input.set_settings(&mut self.db).with_durability(Durability::HIGH).to(settings);
    }
}

/// A database with the settings and the registry of its parent.
fn empty(parent: &RootDatabase) -> RootDatabase {
    let db = parent.temporary();
    let settings = SettingsInput::get(parent).settings(parent).clone();
    let _ = SettingsInput::builder(settings).durability(Durability::HIGH).new(&db);
    RegistryInput::create(&db, Arc::clone(registry(parent)));
    EarlierAnswers::create(&db);
    db
}

#[cfg(test)]
mod tests {

    use analysis::Host;
    use salsa::Cancelled;
    use std::fmt::Write;
    use std::panic::AssertUnwindSafe;
    use std::time::{Duration, Instant};

    /// After so long the search has begun; to its end it takes many times as long.
    const HEAD_START: Duration = Duration::from_millis(200);

    /// Nests, each of which reads the memory that the one before it writes.
    fn chain(nests: usize) -> String {
        let (mut buffers, mut loops) = (String::new(), String::new());
        for (to, from) in (1..=nests).zip(0..) {
            let _ = writeln!(buffers, "%m{from} = memref.alloc() : memref<64x64xf32>");
            let _ = writeln!(loops, "affine.for %i = 0 to 64 {{\naffine.for %j = 0 to 64 {{");
            let _ = writeln!(loops, "%v = affine.load %m{from}[%i, %j] : memref<64x64xf32>");
            let _ = writeln!(loops, "affine.store %v, %m{to}[%i, %j] : memref<64x64xf32>\n}}\n}}");
        }
        format!("func.func @f(%m{nests}: memref<64x64xf32>) {{\n{buffers}{loops}return\n}}\n")
    }

    /// How a long search in a temporary database ends that something interrupts.
    fn interrupted(interrupt: impl FnOnce(&mut Host, &salsa::CancellationToken)) -> Cancelled {
        let mut host = Host::new();
        let file = host.add_file(&chain(60));
        let analysis = host.analysis();
        let token = analysis.cancellation_token();
        let search = std::thread::Builder::new().stack_size(syntax::STACK_BYTES).spawn(move || {
            let fuse_all = "refactor.rewrite.affine.fuseAll".parse().unwrap();
            Cancelled::catch(AssertUnwindSafe(|| analysis.resolve_action(file, &fuse_all).is_ok()))
        });
        std::thread::sleep(HEAD_START);
        let start = Instant::now();
        interrupt(&mut host, &token);
        let end = search.expect("a thread").join().expect("no panic");
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
        end.expect_err("the search goes on")
    }

    #[test]
    fn a_write_to_the_parent_ends_the_work() {
        let end = interrupted(|host, _| {
            host.add_file("");
        });
        assert!(matches!(end, Cancelled::PendingWrite), "{end:?}");
    }

    #[test]
    fn whoever_gives_up_the_question_ends_the_work() {
        let end = interrupted(|_, token| token.cancel());
        assert!(matches!(end, Cancelled::Local), "{end:?}");
    }
}
