//! The latest offers in each file: clients ask again at the same place when their diagnostics there change, and when a
//! cursor comes back.

use super::Action;
use base::database::RootDatabase;
use base::source_file::SourceFile;
use rustc_hash::FxHashMap;
use salsa::plumbing::current_revision;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use syntax::TextRange;

/// This many places of a file are remembered.
const MOST_PLACES: usize = 128;

/// The last offers of each file.
#[derive(Default)]
pub(crate) struct OfferedActions(Mutex<FxHashMap<SourceFile, Offered>>);

/// The offers at ranges since the last change, the latest last.
struct Offered {
    revision: salsa::Revision,
    places: VecDeque<(TextRange, Vec<Action>)>,
}

impl OfferedActions {
    fn all(&self) -> MutexGuard<'_, FxHashMap<SourceFile, Offered>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The offers at a range, if they are among the last ones and nothing has changed since.
    pub(crate) fn at(&self, db: &RootDatabase, file: SourceFile, range: TextRange) -> Option<Vec<Action>> {
        let all = self.all();
        let offered = all.get(&file).filter(|it| it.revision == current_revision(db))?;
        offered.places.iter().find(|it| it.0 == range).map(|it| it.1.clone())
    }

    pub(crate) fn keep(&self, db: &RootDatabase, file: SourceFile, range: TextRange, actions: Vec<Action>) {
        let revision = current_revision(db);
        let mut all = self.all();
        let before = all.remove(&file).filter(|it| it.revision == revision);
        let mut offered = before.unwrap_or_else(|| Offered { revision, places: VecDeque::new() });
        if offered.places.len() == MOST_PLACES {
            offered.places.pop_front();
        }
        offered.places.push_back((range, actions));
        all.insert(file, offered);
    }

    /// Forgets a file that is not needed now.
    pub(crate) fn forget(&self, file: SourceFile) {
        self.all().remove(&file);
    }
}

#[cfg(test)]
mod tests {
    use super::MOST_PLACES;
    use crate::host::Host;
    use base::source_file::Settings;
    use syntax::{TextEdit, TextRange, TextSize};

    const TEXT: &str = "\
func.func @f(%m: memref<8xf32>, %a: f32) {
  affine.store %a, %m[0] : memref<8xf32>
  affine.store %a, %m[0] : memref<8xf32>
  return
}
";

    #[test]
    fn a_place_is_forgotten_when_many_others_were_asked() {
        let mut host = Host::new();
        let file = host.add_file(TEXT);
        let place = |at: usize| TextRange::empty(TextSize::try_from(at).unwrap());
        for at in 0..=MOST_PLACES {
            host.analysis().actions(file, place(at));
        }
        let is_known = |at| host.analysis().known_actions(file, place(at)).is_some();
        assert_eq!([is_known(0), is_known(1), is_known(MOST_PLACES)], [false, true, true]);
    }

    #[test]
    fn what_was_offered_is_known_until_something_changes() {
        let mut host = Host::new();
        let file = host.add_file(TEXT);
        let at = |what: &str| TextRange::empty(TextSize::try_from(TEXT.find(what).unwrap()).unwrap());
        let (store, end) = (at("affine.store"), at("return"));
        assert_eq!(host.analysis().known_actions(file, store), None);
        let offered = host.analysis().actions(file, store);
        assert!(!offered.is_empty());
        assert_eq!(host.analysis().known_actions(file, store), Some(offered.clone()));
        assert_eq!(host.analysis().known_actions(file, end), None);
        host.analysis().actions(file, end);
        assert_eq!(host.analysis().known_actions(file, store), Some(offered.clone()));
        host.set_settings(Settings { severities: [("dead-store", None)].into(), ..Settings::default() });
        assert_eq!(host.analysis().known_actions(file, store), None);
        assert_ne!(host.analysis().actions(file, store), offered);
        host.edit(file, &TextEdit::insert(TextSize::of(TEXT), "\n"));
        assert_eq!(host.analysis().known_actions(file, store), None);
    }
}
