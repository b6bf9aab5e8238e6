//! analysis/presburger
