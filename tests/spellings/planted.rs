//! Judges the judge: it agrees with the truth, and no wrong answer passes.

use std::collections::BTreeMap;

use crate::answer::{Access, Answer, Claim, Key, Unanalysed};
use crate::judge::{Counts, Truth};
use crate::random_programs::truths;

/// What somebody would say who knows the truth.
fn perfect(truth: &Truth) -> Answer {
    let accesses = truth.accesses.iter().enumerate().map(|(id, it)| {
        let loops = it.loops.iter().map(|names| names[0].clone()).collect();
        (it.line, Access { id, loops })
    });
    let claims = truth.dependences.iter().map(|(key, extent)| {
        let distances = extent.distances.clone().filter(|it| it.len() <= 16 && !it[0].is_empty());
        (*key, Claim { components: extent.components.clone(), distances, may_not_exist: false })
    });
    Answer { accesses: accesses.collect(), claims: claims.collect(), ..Answer::default() }
}

fn judged(truth: &Truth, answer: &Answer) -> Counts {
    let mut counts = Counts::default();
    counts.judge(truth, answer);
    counts
}

/// Truths in which nothing is hard, with the right answers.
fn easy() -> Vec<(Truth, Answer)> {
    let mut all = truths(100);
    for access in all.iter_mut().flat_map(|it| &mut it.accesses) {
        access.is_hard = false;
    }
    all.into_iter().map(|it| (perfect(&it), it)).map(|(answer, truth)| (truth, answer)).collect()
}

/// The right answers, with one claim changed.
fn changed(change: impl Fn(&mut BTreeMap<Key, Claim>, Key)) -> Vec<(Truth, Answer)> {
    let mut found = Vec::new();
    for (truth, answer) in easy() {
        for key in answer.claims.keys() {
            let mut answer = answer.clone();
            change(&mut answer.claims, *key);
            found.push((truth.clone(), answer));
        }
    }
    assert!(found.len() > 100);
    found
}

#[test]
fn the_truth_is_exact() {
    for (truth, answer) in easy() {
        let counts = judged(&truth, &answer);
        assert_eq!(counts.exact, truth.dependences.len());
        assert_eq!(counts.summary(), Counts { exact: counts.exact, ..Counts::default() }.summary());
    }
}

#[test]
fn what_is_missing_is_wrong() {
    for (truth, answer) in changed(|claims, key| drop(claims.remove(&key))) {
        assert_eq!(judged(&truth, &answer).wrong.len(), 1);
    }
}

#[test]
fn another_depth_is_wrong() {
    let deeper = |claims: &mut BTreeMap<Key, Claim>, key: Key| {
        let claim = claims.remove(&key).unwrap();
        claims.insert((key.0, key.1, key.2 + 7), claim);
    };
    for (truth, answer) in changed(deeper) {
        assert_eq!(judged(&truth, &answer).wrong.len(), 2);
    }
}

#[test]
fn another_extent_is_wrong() {
    for by in [-1, 1] {
        let wider = |claims: &mut BTreeMap<Key, Claim>, key: Key| {
            let Some(component) = claims.get_mut(&key).and_then(|it| it.components.last_mut()) else {
                return;
            };
            component.1 = component.1.map(|it| it + by);
        };
        for (truth, answer) in changed(wider) {
            let counts = judged(&truth, &answer);
            let differs =
                answer.claims.iter().any(|(key, it)| it.components != truth.dependences[key].components);
            assert_eq!(counts.wrong.len(), usize::from(differs));
        }
    }
}

#[test]
fn another_list_of_distances_is_wrong() {
    let without_one = |claims: &mut BTreeMap<Key, Claim>, key: Key| {
        let distances = claims.get_mut(&key).and_then(|it| it.distances.as_mut());
        distances.map(Vec::pop);
    };
    for (truth, answer) in changed(without_one) {
        let counts = judged(&truth, &answer);
        let has_all = answer.claims == perfect(&truth).claims;
        assert_eq!(counts.wrong.is_empty(), has_all);
    }
}

#[test]
fn what_does_not_exist_is_wrong() {
    for (truth, mut answer) in easy() {
        for source in 0..truth.accesses.len() {
            let claim = Claim { components: Vec::new(), distances: None, may_not_exist: false };
            let key = (source, source, 9);
            answer.claims.insert(key, claim.clone());
            assert_eq!(judged(&truth, &answer).wrong.len(), 1);
            answer.claims.insert(key, Claim { may_not_exist: true, ..claim });
            assert!(judged(&truth, &answer).wrong.is_empty());
            answer.claims.remove(&key);
        }
    }
}

#[test]
fn a_dependence_that_may_not_exist_is_conservative() {
    let unsure = |claims: &mut BTreeMap<Key, Claim>, key: Key| {
        for (_, it) in claims.range_mut((key.0, key.1, 0)..=(key.0, key.1, usize::MAX)) {
            it.may_not_exist = true;
        }
    };
    for (truth, answer) in changed(unsure) {
        let counts = judged(&truth, &answer);
        assert!(counts.wrong.is_empty() && counts.conservative > 0);
        assert_eq!(counts.exact + counts.conservative, truth.dependences.len());
    }
}

#[test]
fn accesses_without_an_answer_are_counted_apart() {
    for (truth, answer) in easy() {
        for (id, access) in truth.accesses.iter().enumerate() {
            let touching = truth.dependences.keys().filter(|it| it.0 == id || it.1 == id).count();
            let mut answer = answer.clone();
            answer.accesses.remove(&access.line);
            answer.claims.retain(|key, _| key.0 != id && key.1 != id);
            let counts = judged(&truth, &answer);
            assert_eq!((counts.neither, counts.wrong.len()), (touching, 0));
            let all = (0..truth.accesses.len()).collect();
            answer.unanalysed.insert(access.line, Unanalysed { accesses: all, has_more: false });
            let counts = judged(&truth, &answer);
            assert_eq!((counts.listed, counts.neither, counts.wrong.len()), (touching, 0, 0));
            answer.unanalysed.insert(access.line, Unanalysed { accesses: Vec::new(), has_more: false });
            let with_others = truth.dependences.keys().filter(|it| (it.0 == id) != (it.1 == id)).count();
            assert_eq!(judged(&truth, &answer).wrong.len(), with_others);
        }
    }
}

#[test]
fn a_loop_of_another_name_is_wrong() {
    for (truth, mut answer) in easy() {
        let Some(access) = answer.accesses.values_mut().find(|it| !it.loops.is_empty()) else { continue };
        access.loops[0] = "%other".to_owned();
        assert_eq!(judged(&truth, &answer).wrong.len(), 1);
    }
}
