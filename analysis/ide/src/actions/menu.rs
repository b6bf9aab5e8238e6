//! A menu with one entry for each transformation: its recommended offer. The others can be asked for.

use super::{Action, modernize};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::TextRange;
use transforms::ACTIONS;
use transforms::parameter::RAISED;
use transforms::request::{QUICK_FIX, Request};

/// The offers at a place as a menu shows them.
#[derive(Debug, Default)]
pub struct Menu<'a> {
    /// Every fix and one offer of each transformation, the most worthwhile first; then the refused ones.
    pub entries: Vec<&'a Action>,
    /// The other offers of the same transformations.
    pub others: Vec<&'a Action>,
    /// The kinds of transformations that can be had with parameters which no offer has.
    pub with_parameters: Vec<&'static str>,
}

impl<'a> Menu<'a> {
    pub fn of(actions: &'a [Action]) -> Self {
        let mut menu = Self::default();
        let (possible, refused): (Vec<_>, Vec<_>) = actions.iter().partition(|it| it.disabled.is_none());
        let fixes = Fixes::of(actions);
        let recommended = recommended(&possible, &fixes);
        for action in &possible {
            let is_shown = match action.request {
                Request::Transform { .. } => {
                    let first = recommended.get(action.kind).copied().flatten();
                    first.is_some_and(|it| std::ptr::eq(it, *action))
                }
                Request::Fix { .. } | Request::File(_) => true,
            };
            if is_shown {
                menu.entries.push(action);
            } else if !fixes.repeat(action) {
                menu.others.push(action);
            }
        }
        menu.entries.sort_by_key(|it| rank(it));
        menu.entries.extend(refused);
        let rows = ACTIONS.iter().filter(|it| it.parameters.iter().any(|it| it.is_free));
        let kinds: FxHashSet<_> = possible.iter().map(|it| it.kind).collect();
        menu.with_parameters = rows.map(|it| it.kind).filter(|it| kinds.contains(it)).collect();
        menu
    }
}

/// The fixes among some actions. A selection may touch thousands of loops.
pub struct Fixes<'a>(FxHashSet<(TextRange, &'a str)>);

impl<'a> Fixes<'a> {
    pub fn of(actions: &'a [Action]) -> Self {
        let fixes = actions.iter().filter(|it| it.kind == QUICK_FIX && it.disabled.is_none());
        Self(fixes.map(|it| (it.range, &*it.title)).collect())
    }

    /// Whether one of them does the same as another action, at the same place.
    pub fn repeat(&self, action: &Action) -> bool {
        action.kind != QUICK_FIX && self.0.contains(&(action.range, &action.title))
    }
}

/// The offer of each transformation to take first, by its kind; `None` where a fix does the same.
fn recommended<'a>(
    possible: &[&'a Action],
    fixes: &Fixes<'_>,
) -> FxHashMap<&'static str, Option<&'a Action>> {
    // Loops stay in the dialect in which their author wrote them.
    let leaves_dialect = |it: &Action| match it.request.parameters().word(RAISED.name) {
        Some("affine") => 2,
        Some("scf") => 1,
        _ => 0,
    };
    let rank = |it: &Action| (!it.preferred, leaves_dialect(it));
    let mut found: FxHashMap<_, Option<&Action>> = FxHashMap::default();
    for action in possible {
        let is_fixed = fixes.repeat(action);
        let best = found.entry(action.kind).or_insert(Some(action));
        *best = best.filter(|_| !is_fixed).map(|it| if rank(action) < rank(it) { action } else { it });
    }
    found
}

/// Lower ranks come first.
fn rank(action: &Action) -> u8 {
    match &action.request {
        Request::File(kind) if kind == modernize::KIND => 0,
        Request::Fix { .. } => 1,
        Request::Transform { .. } if action.preferred => 2,
        Request::Transform { .. } => 3,
        Request::File(_) => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::Menu;
    use crate::actions::Action;
    use crate::host::Host;
    use std::collections::BTreeSet;
    use syntax::{TextRange, TextSize};
    use transforms::request::Request;

    /// The offers at the first place of a pattern.
    fn offers(text: &str, place: &str) -> Vec<Action> {
        let mut host = Host::new();
        let file = host.add_file(text);
        let at = TextSize::try_from(text.find(place).unwrap()).unwrap();
        host.analysis().actions(file, TextRange::empty(at))
    }

    fn titles(actions: &[&Action]) -> Vec<String> {
        let possible = actions.iter().filter(|it| it.disabled.is_none());
        possible.map(|it| it.title.clone()).collect()
    }

    /// A loop that touches three memrefs.
    const PRODUCT: &str = "\
func.func @product(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %C: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %a = affine.load %A[%i, %k] : memref<64x64xf32>
        %b = affine.load %B[%k, %j] : memref<64x64xf32>
        %c = affine.load %C[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
";

    #[test]
    fn each_transformation_has_one_entry_and_nothing_is_lost() {
        let actions = offers(PRODUCT, "affine.for %i");
        let menu = Menu::of(&actions);
        let possible: Vec<_> = menu.entries.iter().filter(|it| it.disabled.is_none()).collect();
        let kinds: BTreeSet<_> = possible.iter().map(|it| it.kind).collect();
        assert_eq!(kinds.len(), possible.len(), "{:?}", titles(&menu.entries));
        let all: BTreeSet<_> = actions.iter().map(|it| it.request.to_string()).collect();
        let kept: BTreeSet<_> =
            menu.entries.iter().chain(&menu.others).map(|it| it.request.to_string()).collect();
        assert_eq!(kept, all);
        // One of three memrefs, and the first or last iteration.
        assert!(titles(&menu.others).iter().filter(|it| it.starts_with("Copy ")).count() == 2);
        assert!(menu.with_parameters.iter().any(|it| it.ends_with(".tile")), "{:?}", menu.with_parameters);
    }

    /// All of a long file is selected.
    #[test]
    fn a_menu_of_thousands_of_offers_is_soon_there() {
        let mut few = offers(PRODUCT, "affine.for %j");
        few.retain(|it| matches!(it.request, Request::Transform { .. }));
        let mut many = Vec::new();
        for place in 0..5_000 {
            many.extend(few.iter().cloned().map(|it| Action {
                range: TextRange::empty(TextSize::new(place)),
                title: format!("{} at {place}", it.title),
                ..it
            }));
        }
        let menu = Menu::of(&many);
        let possible = |actions: &[&Action]| actions.iter().filter(|it| it.disabled.is_none()).count();
        assert_eq!(possible(&menu.entries), possible(&Menu::of(&few).entries));
        assert_eq!(menu.entries.len() + menu.others.len(), many.len());
    }

    #[test]
    fn what_is_recommended_comes_first() {
        let inner = offers(PRODUCT, "affine.for %j");
        let menu = Menu::of(&inner);
        let first = menu.entries.first().unwrap();
        assert!(first.preferred || !inner.iter().any(|it| it.preferred), "{:?}", titles(&menu.entries));
        let places: Vec<_> = ["Tile", "Lower"]
            .map(|it| titles(&menu.entries).iter().position(|title| title.starts_with(it)))
            .into();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{:?}", titles(&menu.entries));
    }

    #[test]
    fn a_fix_is_the_entry_of_its_transformation() {
        let sum = "\
func.func @sum(%x: memref<1024xf32>, %zero: f32) -> f32 {
  %r = affine.for %i = 0 to 1024 iter_args(%a = %zero) -> (f32) {
    %v = affine.load %x[%i] : memref<1024xf32>
    %s = arith.addf %a, %v : f32
    affine.yield %s : f32
  }
  return %r : f32
}
";
        let actions = offers(sum, "affine.for");
        let menu = Menu::of(&actions);
        let vectorized: Vec<_> =
            titles(&menu.entries).into_iter().filter(|it| it.starts_with("Vectorize")).collect();
        assert_eq!(vectorized.len(), 1, "{vectorized:?}");
        assert!(menu.entries[0].title == vectorized[0] && menu.entries[0].kind == "quickfix");
        assert!(!titles(&menu.others).contains(&vectorized[0]));
        assert!(titles(&menu.others).iter().any(|it| it.starts_with("Vectorize")));
    }

    #[test]
    fn loops_of_scf_stay_so_unless_somebody_asks() {
        let text = "\
func.func @scale(%A: memref<64xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %A[%i] : memref<64xf32>
    %w = arith.mulf %v, %f : f32
    memref.store %w, %A[%i] : memref<64xf32>
  }
  return
}
";
        let actions = offers(text, "scf.for");
        let menu = Menu::of(&actions);
        let of = |actions: &[&Action]| {
            titles(actions).into_iter().filter(|it| it.contains("nroll")).collect::<Vec<_>>()
        };
        assert_eq!(of(&menu.entries), ["Raise to affine and unroll %i by 4, and lower it back"]);
        assert!(of(&menu.others).contains(&"Raise to affine and unroll %i by 4".to_owned()));
    }

    #[test]
    fn an_old_file_is_written_anew_first() {
        let old = "func @f(%n: index) -> index {\n  %i = addi %n, %n : index\n  return %i : index\n}\n";
        let actions = offers(old, "addi");
        assert_eq!(Menu::of(&actions).entries[0].title, "Write the whole file in today's syntax");
    }
}
