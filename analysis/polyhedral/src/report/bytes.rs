//! Sizes of memory as people read them.

use presburger::Integer;

/// Fewer bytes are counted one by one.
const FEW: i64 = 10 * KIBI;
const KIBI: i64 = 1024;
const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];

/// `1 byte`, `320 bytes`, `64 MiB`, `about 12.2 KiB`.
pub fn in_bytes(count: &Integer) -> String {
    let small = count.to_i64().filter(|it| *it >= FEW);
    let Some(bytes) = small else {
        return format!("{count} byte{}", if count.is_one() { "" } else { "s" });
    };
    let mut unit = KIBI;
    let mut name = UNITS[0];
    for larger in &UNITS[1..] {
        if bytes / unit < KIBI {
            break;
        }
        (unit, name) = (unit * KIBI, larger);
    }
    let (whole, rest) = (bytes / unit, bytes % unit);
    if rest == 0 {
        return format!("{whole} {name}");
    }
    // The quotient has 13 bits at most, and the digit after the point is all that is shown.
    let tenths = (rest / (unit / KIBI) * 10 + KIBI / 2) / KIBI;
    match (whole + tenths / 10, tenths % 10) {
        (whole, 0) => format!("about {whole} {name}"),
        (whole, tenths) => format!("about {whole}.{tenths} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::in_bytes;
    use presburger::Integer;

    #[test]
    fn units() {
        let shown = [0, 1, 320, 10_239, 10_240, 12_500, 64 << 20, (64 << 20) - 1, 3 << 40, i64::MAX];
        assert_eq!(
            shown.map(|it| in_bytes(&Integer::from(it))),
            [
                "0 bytes",
                "1 byte",
                "320 bytes",
                "10239 bytes",
                "10 KiB",
                "about 12.2 KiB",
                "64 MiB",
                "about 64 MiB",
                "3 TiB",
                "about 8192 PiB"
            ]
        );
    }
}
