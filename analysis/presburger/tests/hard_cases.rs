//! Sets that rational methods, word arithmetic or naive searches get wrong.
#![expect(clippy::unwrap_used, reason = "a text of a test that does not parse fails the test")]

use presburger::{Budget, Enumeration, GaveUp, IntegerRelation, Lexmin, Optimum, Union};

fn set(text: &str) -> IntegerRelation {
    IntegerRelation::parse(text).unwrap()
}

#[track_caller]
fn check_empty(text: &str, empty: bool) {
    let union = Union::parse(text).unwrap();
    assert_eq!(union.is_empty(&Budget::new(10_000_000)), Ok(empty), "{union}");
    for part in union.parts() {
        if let Some(point) = part.sample(&Budget::unlimited()).unwrap() {
            assert!(part.holds_at(&point), "{part} at {point:?}");
        }
    }
}

#[test]
fn rational_points_without_integer_ones() {
    check_empty("{ [i, j] : 27 <= 11i + 13j <= 45 and -10 <= 7i - 9j <= 4 }", true);
    check_empty("{ [i, j] : 27 <= 11i + 13j <= 46 and -10 <= 7i - 9j <= 4 }", true);
    check_empty("{ [i, j] : 2i = 4j + 1 }", true);
    check_empty("{ [i, j, k] : 6i + 10j + 15k = 1 }", false);
    check_empty("{ [i, j, k] : 6i + 10j + 15k = 1 and 0 <= i, j, k <= 100 }", true);
    check_empty("{ [i, j] : 1 <= 3i - 3j <= 2 }", true);
    check_empty("{ [x, y, z] : 3x + 5y - 7z >= 1 and 3x + 5y - 7z <= 1 and 2x - 4y + 6z = 3 }", true);
}

#[test]
fn unbounded_sets() {
    check_empty("{ [i] : exists e: i = 3e }", false);
    check_empty("{ [i, j] : 1000 <= 999i - 1000j <= 1001 and i > 1000000 }", false);
    check_empty("{ [i, j, k] : 0 < 2i - 6j < 2 and k > i }", true);
    check_empty("{ [i, j] : 5i >= 7j + 1 and 5i <= 7j + 2 and j > 1000 }", false);
    check_empty("{ [i, j, k] : 2 <= 5i + 7j - 35k <= 3 and 3i + 2j >= k }", false);
}

#[test]
fn thin_sets_with_large_coefficients() {
    // Between two lines of nearly the same slope: the only points are far from the vertex, or there are none.
    check_empty("{ [i, j] : 0 < 1000003i - 1000000j < 3 and 0 <= i <= 1000000 and 0 <= j }", false);
    check_empty("{ [i, j] : 0 < 1000003i - 1000000j < 2 and 0 <= i <= 333332 }", true);
    check_empty("{ [i, j] : 1 <= 12345678901i - 98765432109j <= 3 and 0 <= i, j <= 100000000000 }", false);
    check_empty(
        "{ [i, j, k] : 1 <= 123456i - 654321j + 777777k <= 2 and -50 <= i, j, k <= 50 and 1 <= 31i + 37j <= 2 }",
        true,
    );
}

#[test]
fn large_numbers() {
    check_empty(
        "{ [i] : 9223372036854775807i >= 9223372036854775806 and 9223372036854775807i < 9223372036854775807 }",
        true,
    );
    check_empty("{ [i, j] : 9223372036854775807i + 9223372036854775806j = 1 }", false);
    check_empty("{ [i, j] : 9223372036854775806i + 9223372036854775804j = 1 }", true);
    check_empty("{ [i] : i = -9223372036854775808 and i <= -9223372036854775808 }", false);
    let far = set("{ [i, j] : i = 9223372036854775807j and 4 <= j <= 5 }");
    let maximum = far.maximum(&[1i64, 0, 0].map(Into::into), &Budget::unlimited()).unwrap();
    assert_eq!(maximum, Optimum::Value("46116860184273879035".parse().unwrap()));
}

#[test]
fn huge_modulus() {
    let lattice = set("{ [i] : i mod 1000000007 = 5 and 0 <= i < 3000000021 }");
    let Enumeration::Finite(vectors) = lattice.enumerate(0..1, 16, &Budget::unlimited()).unwrap() else {
        panic!("three values")
    };
    assert_eq!(format!("{vectors:?}"), "[[5], [1000000012], [2000000019]]");
    check_empty(
        "{ [i] : i mod 1000000007 = 5 and i mod 998244353 = 7 and 0 <= i < 998244359987710471 }",
        false,
    );
    check_empty("{ [i] : 2i mod 1000000008 = 5 }", true);
}

#[test]
fn optima_that_no_vertex_attains() {
    let budget = Budget::unlimited();
    let body = set("{ [i, j] : 3i + 5j >= 7 and 7i - 2j >= 1 and 0 <= i, j }");
    assert_eq!(body.minimum(&[1i64, 1, 0].map(Into::into), &budget), Ok(Optimum::Value(2.into())));
    let knapsack = set(
        "{ [a, b, c, d, e] : 12223a + 12224b + 36674c + 61119d + 85569e = 89643481 and 0 <= a, b, c, d, e }",
    );
    assert_eq!(knapsack.is_integer_empty(&Budget::new(50_000_000)), Ok(true));
    assert_eq!(set("{ [i] : i >= 3 }").maximum(&[2i64, 1].map(Into::into), &budget), Ok(Optimum::Unbounded));
    let strip = set("{ [i, j] : 2i = 4j + 1 }");
    assert_eq!(strip.maximum(&[1i64, 0, 0].map(Into::into), &budget), Ok(Optimum::Empty));
}

#[test]
fn lexicographic_minimum_of_an_unbounded_set() {
    let budget = Budget::unlimited();
    assert_eq!(set("{ [i, j] : i >= 1 and j <= i }").lexmin(&[0, 1], &budget), Ok(Lexmin::Unbounded(1)));
    let found = set("{ [i, j] : i >= 1 and 2j >= i }").lexmin(&[0, 1], &budget);
    assert_eq!(found, Ok(Lexmin::Point(vec![1.into(), 1.into()])));
}

#[test]
fn enumeration_of_an_infinite_set() {
    let budget = Budget::unlimited();
    assert_eq!(
        set("{ [i, j] : 0 <= i <= 2 and j >= i }").enumerate(0..2, 9, &budget),
        Ok(Enumeration::Infinite)
    );
    let columns = set("{ [i, j] : 0 <= i <= 2 and j >= i }").enumerate(0..1, 9, &budget);
    assert_eq!(columns, Ok(Enumeration::Finite((0..3).map(|i| vec![i.into()]).collect())));
}

#[test]
fn a_small_budget_gives_up() {
    let body = set("{ [i, j, k] : 12223i + 12224j + 36674k = 89643481 and 0 <= i, j, k }");
    assert_eq!(
        body.is_integer_empty(&Budget::new(20)),
        Err(GaveUp { reason: presburger::Reason::OutOfBudget })
    );
}

#[test]
fn deep_nests_give_up_or_answer_on_a_small_stack() {
    // A chain in which every variable is tied to the next by a thin strip.
    let names: Vec<String> = (0..300).map(|k| format!("x{k}")).collect();
    let strips: Vec<String> =
        names.windows(2).map(|pair| format!("1 <= 7{} - 5{} <= 3", pair[0], pair[1])).collect();
    let text = format!("{{ [{}] : {} }}", names.join(", "), strips.join(" and "));
    let chain = set(&text);
    let answer = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || {
            chain.sample(&Budget::new(3_000_000)).map(|point| point.map(|point| chain.holds_at(&point)))
        })
        .unwrap()
        .join()
        .unwrap();
    assert!(matches!(answer, Ok(Some(true)) | Err(_)), "{answer:?}");
}

#[test]
fn an_unwinding_callback_leaves_no_damage() {
    let body = set(
        "{ [a, b, c, d, e] : 12223a + 12224b + 36674c + 61119d + 85569e = 89643481 and 0 <= a, b, c, d, e }",
    );
    let solver = body.solver(&Budget::unlimited()).unwrap();
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let stop = || std::panic::resume_unwind(Box::new("cancelled"));
        solver.is_integer_empty(&Budget::unlimited().with_stop(&stop))
    }));
    assert!(caught.is_err());
    assert_eq!(solver.is_integer_empty(&Budget::unlimited()), Ok(true));
    let stop = || true;
    let interrupted = solver.is_integer_empty(&Budget::unlimited().with_stop(&stop));
    assert_eq!(interrupted, Err(GaveUp { reason: presburger::Reason::Interrupted }));
}

#[test]
fn distances_of_a_skewed_nest() {
    // From `0[%i + 3 * %j, 4 * %i + 5 * %j]` to `0[%i + %j, %i + 2 * %j + 3]` in a nest of 10 by 7.
    let nest = "0 <= i, k < 10 and 0 <= j, l < 7";
    let forward =
        set(&format!("{{ [i, j] -> [k, l] : {nest} and i + 3j = k + l and 4i + 5j = k + 2l + 3 }}"));
    let budget = Budget::unlimited();
    let solver = forward.solver(&budget).unwrap();
    let distance = [[-1i64, 0, 1, 0, 0], [0, -1, 0, 1, 0]].map(|row| row.map(Into::into).to_vec());
    let first = |row: [i64; 5]| row.map(presburger::Integer::from);
    let carried = solver.with_inequality(&first([-1, 0, 1, 0, -1]), &budget).unwrap();
    let Enumeration::Finite(vectors) = carried.enumerate(&distance, 16, &budget).unwrap() else {
        panic!("finitely many")
    };
    assert_eq!(vectors.len(), 6, "{vectors:?}");
    let inner = solver.with_equality(&first([-1, 0, 1, 0, 0]), &budget).unwrap();
    let inner = inner.with_inequality(&first([0, -1, 0, 1, -1]), &budget).unwrap();
    assert_eq!(inner.is_integer_empty(&budget), Ok(true));
    let backward = solver.with_inequality(&first([1, 0, -1, 0, -1]), &budget).unwrap();
    let backward_distance = distance.map(|row| row.iter().map(|entry| -entry).collect::<Vec<_>>());
    let found = backward.enumerate(&backward_distance, 16, &budget).unwrap();
    assert_eq!(format!("{found:?}"), "Finite([[2, -4]])");
}

#[test]
fn usual_questions_spend_little() {
    let tiled = set(
        "[N] -> { [t, u, i, j] -> [v, w, k, l] : exists (a, b, c, d : t = 32a and u = 32b and v = 32c and w = 32d \
         and 0 <= t, u, v, w < N and t <= i < t + 32 and u <= j < u + 32 and v <= k < v + 32 and w <= l < w + 32 \
         and i = k - 1 and j = l and t < v and i, j, k, l < N) }",
    );
    let budget = Budget::new(20_000);
    assert_eq!(tiled.is_integer_empty(&budget), Ok(false));
    let first = budget.spent();
    assert_eq!(tiled.constant_bounds(2, &budget), Ok((Optimum::Value(31.into()), Optimum::Unbounded)));
    assert!(first < 5_000, "{budget:?}");
}

/// Six pigeons in five holes: rational points, and no integer one. That is shown or given up
/// within the budget.
#[test]
fn pigeons_stay_within_the_budget() {
    let (pigeons, holes) = (6, 5);
    let name = |pigeon: usize, hole: usize| format!("x{}", pigeon * holes + hole);
    let joined = |names: Vec<String>, by: &str| names.join(by);
    let all: Vec<String> = (0..pigeons).flat_map(|it| (0..holes).map(move |hole| name(it, hole))).collect();
    let mut conditions: Vec<String> = all.iter().map(|it| format!("0 <= {it} <= 1")).collect();
    for pigeon in 0..pigeons {
        let of_it = (0..holes).map(|hole| name(pigeon, hole)).collect();
        conditions.push(format!("{} >= 1", joined(of_it, " + ")));
    }
    for hole in 0..holes {
        let of_it = (0..pigeons).map(|pigeon| name(pigeon, hole)).collect();
        conditions.push(format!("{} <= 1", joined(of_it, " + ")));
    }
    let set = set(&format!("{{ [{}] : {} }}", joined(all, ", "), joined(conditions, " and ")));
    for steps in [1_000, 100_000, 5_000_000] {
        let budget = Budget::new(steps);
        match set.is_integer_empty(&budget) {
            Ok(is_empty) => assert!(is_empty),
            Err(_) => assert!(budget.is_spent()),
        }
        // What is spent at once is a few systems of thirty variables.
        assert!(budget.spent() < steps + 10_000, "{} of {steps}", budget.spent());
    }
}
