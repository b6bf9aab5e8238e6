//! The machine that this program runs on, as a target for `optimize`.

use analysis::Target;

/// Bits of a vector register of this machine.
fn vector_bits() -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f") {
            return 512;
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            return 256;
        }
    }
    128
}

/// What nests are optimized for where nobody says otherwise.
pub(crate) fn host() -> Target {
    Target::with_vectors(vector_bits())
}
