use super::TARGETS;
use crate::target::Target;
use base::machine::{Machine, PROPERTIES};

#[test]
fn each_name_is_a_target_of_its_own() {
    let of = |name: &'static str| Target::of(&Machine::named(name));
    for (index, named) in TARGETS.iter().enumerate() {
        assert_eq!(of(named.name), (named.target)());
        assert!(TARGETS[..index].iter().all(|it| it.name != named.name), "{} twice", named.name);
        assert!(!named.summary.is_empty());
    }
    assert_eq!(of("x86-64-v3"), Target::with_vectors(256));
    assert_eq!(Target::of(&Machine::default()), of("host"));
}

/// Configured properties override those of the target, and change nothing else.
#[test]
fn properties_go_before_the_target() {
    for named in TARGETS {
        let usual = (named.target)();
        for property in PROPERTIES {
            let mut machine = Machine::named(named.name);
            assert!(machine.set(property, 7));
            let set = Target::of(&machine);
            assert_ne!(set, usual, "{property} of {}", named.name);
            assert!(property == "bits" || set.vector_bits == usual.vector_bits);
            assert!(property == "latency" || set.arithmetic_latency == usual.arithmetic_latency);
            assert!(property.starts_with('l') || set.caches == usual.caches);
        }
    }
    assert!(!Machine::default().set("colour", 7));
}
