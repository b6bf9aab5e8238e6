//! The targets that have names: each number of the model with where it is from.
//!
//! *Fitted* numbers were chosen so that the model ranks the kernels of the benchmark `optimize` as their times do.

mod host;
mod neoverse;
mod parts;
#[cfg(test)]
mod tests;
mod x86_64;

use crate::target::Target;
use base::machine::{HOST, Machine};
use base::source_file::SettingsInput;
use neoverse::neoverse_v2;
use x86_64::x86_64;

/// A target that is asked for by name.
pub struct Named {
    pub name: &'static str,
    /// A description in a few words.
    pub summary: &'static str,
    pub target: fn() -> Target,
}

/// The targets that have names.
pub const TARGETS: &[Named] = &[
    Named { name: HOST, summary: "the machine that the program runs on", target: host::target },
    Named { name: "x86-64-v2", summary: "SSE4.2: vectors of 128 bits", target: || x86_64(128) },
    Named { name: "x86-64-v3", summary: "AVX2: vectors of 256 bits", target: || x86_64(256) },
    Named { name: "x86-64-v4", summary: "AVX-512: vectors of 512 bits", target: || x86_64(512) },
    Named { name: "neoverse-v2", summary: "Arm Neoverse V2: four vectors of 128 bits", target: neoverse_v2 },
];

impl Target {
    /// The machine that a database is configured for.
    pub fn configured(db: &dyn salsa::Database) -> Target {
        Target::of(&SettingsInput::get(db).settings(db).machine)
    }

    /// The machine that a user describes.
    pub fn of(machine: &Machine) -> Target {
        let bits = machine.properties().find(|it| it.0 == "bits").map(|it| it.1);
        let named = TARGETS.iter().find(|it| it.name == machine.target && it.name != HOST);
        let mut target = match (named, bits) {
            (Some(named), _) => (named.target)(),
            (None, Some(bits)) => host::with_vectors(bits),
            (None, None) => host::target(),
        };
        for (property, value) in machine.properties() {
            let value = f64::from(value);
            match property {
                "bits" => {
                    target.vector_bits = value.max(64.0);
                    target.compiler.vector_bits = target.vector_bits.min(parts::WIDEST_OF_LLVM);
                }
                "registers" => target.vector_registers = value,
                "latency" => target.arithmetic_latency = value,
                "size" => target.size = value,
                "cores" => target.cores = value,
                cache => target.set_cache(cache, value * 1024.0),
            }
        }
        target
    }

    /// The machine that this runs on.
    pub fn of_host() -> Target {
        host::target()
    }

    /// A core of x86-64 with vectors of this many bits.
    pub fn with_vectors(bits: u32) -> Target {
        x86_64(bits)
    }
}
