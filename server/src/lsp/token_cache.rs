//! The semantic tokens that each open document was sent last, so that the next answer is what changed.
//!
//! An answer may be computed while its document is closed; nothing of that is kept.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{SemanticTokensDelta, Uri};

use super::token_runs::TokenRuns;

#[derive(Default)]
pub(super) struct TokenCache {
    sent: Mutex<FxHashMap<Uri, (String, TokenRuns)>>,
    next_id: AtomicU64,
}

impl TokenCache {
    /// Keeps from now on what is sent of a document.
    pub(super) fn begin(&self, uri: &Uri) {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).entry(uri.clone()).or_default();
    }

    /// An id for an answer.
    pub(super) fn next_id(&self) -> String {
        self.next_id.fetch_add(1, Ordering::Relaxed).to_string()
    }

    /// Keeps all tokens that were sent under an id.
    pub(super) fn keep(&self, uri: &Uri, id: String, tokens: TokenRuns) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = sent.get_mut(uri) {
            *known = (id, tokens);
        }
    }

    /// The edits since the answer with that id; the tokens if that was not the last one.
    pub(super) fn delta(
        &self,
        uri: &Uri,
        previous: &str,
        tokens: TokenRuns,
    ) -> Result<SemanticTokensDelta, TokenRuns> {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((id, known)) = sent.get_mut(uri).filter(|it| it.0 == previous) else { return Err(tokens) };
        let edits = known.difference(&tokens);
        *id = self.next_id();
        *known = tokens;
        Ok(SemanticTokensDelta { result_id: Some(id.clone()), edits })
    }

    pub(super) fn forget(&self, uri: &Uri) {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).remove(uri);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tower_lsp::ls_types::{Position, SemanticToken};

    use super::super::token_runs::Run;
    use super::*;

    fn tokens(lengths: &[u32]) -> TokenRuns {
        let token = |length: &u32| SemanticToken {
            delta_line: 1,
            delta_start: 0,
            length: *length,
            token_type: 0,
            token_modifiers_bitset: 0,
        };
        let mut tokens = TokenRuns::default();
        let run = Run { tokens: lengths.iter().map(token).collect(), last: Position::new(1, 0) };
        tokens.push(Position::new(0, 0), Arc::new(run));
        tokens
    }

    #[test]
    fn only_the_last_answer_is_a_base() {
        let cache = TokenCache::default();
        let uri: Uri = "file:///a.mlir".parse().expect("a URI");
        cache.begin(&uri);
        let full = |lengths: &[u32]| {
            let id = cache.next_id();
            cache.keep(&uri, id.clone(), tokens(lengths));
            id
        };
        let first = full(&[1, 2]);
        let second = cache.delta(&uri, &first, tokens(&[1, 3])).expect("a known base");
        assert_eq!(second.edits.len(), 1);
        assert!(cache.delta(&uri, &first, tokens(&[1])).is_err());
        let id = second.result_id.expect("an id");
        assert!(cache.delta(&uri, &id, tokens(&[1, 3])).is_ok_and(|it| it.edits.is_empty()));
        cache.forget(&uri);
        assert!(cache.delta(&uri, &id, tokens(&[1, 3])).is_err());
        let late = full(&[1]);
        assert!(cache.delta(&uri, &late, tokens(&[1])).is_err(), "the document is closed");
    }
}
