//! The semantic tokens that each open document was sent last, so that the next answer is what changed.
//!
//! An answer may be computed while its document is closed; nothing of that is kept.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensEdit, Uri};

#[derive(Default)]
pub(super) struct TokenCache {
    sent: Mutex<FxHashMap<Uri, (String, Vec<SemanticToken>)>>,
    next_id: AtomicU64,
}

impl TokenCache {
    /// Keeps from now on what is sent of a document.
    pub(super) fn begin(&self, uri: &Uri) {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).entry(uri.clone()).or_default();
    }

    /// All tokens, under a new id.
    pub(super) fn full(&self, uri: &Uri, tokens: Vec<SemanticToken>) -> SemanticTokens {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed).to_string();
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = sent.get_mut(uri) {
            *known = (id.clone(), tokens.clone());
        }
        SemanticTokens { result_id: Some(id), data: tokens }
    }

    /// The edits since the answer with that id; `None` if that was not the last one.
    pub(super) fn delta(
        &self,
        uri: &Uri,
        previous: &str,
        tokens: &[SemanticToken],
    ) -> Option<SemanticTokensDelta> {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let (id, known) = sent.get_mut(uri).filter(|it| it.0 == previous)?;
        let edits = difference(known, tokens);
        *id = self.next_id.fetch_add(1, Ordering::Relaxed).to_string();
        *known = tokens.to_vec();
        Some(SemanticTokensDelta { result_id: Some(id.clone()), edits })
    }

    pub(super) fn forget(&self, uri: &Uri) {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).remove(uri);
    }
}

/// Numbers that make one token.
const NUMBERS: usize = 5;

/// One edit from the first token that differs to the last; its numbers count numbers, not tokens.
fn difference(old: &[SemanticToken], new: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (deleted, inserted) = (&old[..old.len() - end], &new[..new.len() - end]);
    if deleted.is_empty() && inserted.is_empty() {
        return Vec::new();
    }
    let count = |tokens: usize| u32::try_from(tokens * NUMBERS).unwrap_or(u32::MAX);
    vec![SemanticTokensEdit {
        start: count(start),
        delete_count: count(deleted.len()),
        data: Some(inserted.to_vec()),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(lengths: &[u32]) -> Vec<SemanticToken> {
        let token = |length: &u32| SemanticToken {
            delta_line: 1,
            delta_start: 0,
            length: *length,
            token_type: 0,
            token_modifiers_bitset: 0,
        };
        lengths.iter().map(token).collect()
    }

    #[test]
    fn edits_give_the_new_tokens() {
        let lists: [&[u32]; 6] = [&[], &[1], &[1, 2], &[1, 1, 2], &[2, 1], &[1, 1, 1, 2]];
        for old in lists {
            for new in lists {
                let (old, new) = (tokens(old), tokens(new));
                let mut edited = old.clone();
                for edit in difference(&old, &new) {
                    let start = edit.start as usize / NUMBERS;
                    let end = start + edit.delete_count as usize / NUMBERS;
                    edited.splice(start..end, edit.data.unwrap_or_default());
                }
                assert_eq!(edited, new);
            }
        }
    }

    #[test]
    fn only_the_last_answer_is_a_base() {
        let cache = TokenCache::default();
        let uri: Uri = "file:///a.mlir".parse().expect("a URI");
        cache.begin(&uri);
        let first = cache.full(&uri, tokens(&[1, 2])).result_id.expect("an id");
        let second = cache.delta(&uri, &first, &tokens(&[1, 3])).expect("a known base");
        assert_eq!(second.edits.len(), 1);
        assert!(cache.delta(&uri, &first, &tokens(&[1])).is_none());
        let id = second.result_id.expect("an id");
        assert!(cache.delta(&uri, &id, &tokens(&[1, 3])).is_some_and(|it| it.edits.is_empty()));
        cache.forget(&uri);
        assert!(cache.delta(&uri, &id, &tokens(&[1, 3])).is_none());
        let late = cache.full(&uri, tokens(&[1])).result_id.expect("an id");
        assert!(cache.delta(&uri, &late, &tokens(&[1])).is_none(), "the document is closed");
    }
}
