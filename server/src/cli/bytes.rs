//! Files as text. MLIR asks of bytes in comments and strings only that they end somewhere, so files in an old encoding are
//! files: each byte that is not UTF-8 is read as a character that stands for it, and written as what it was.

/// The stand-ins of the bytes from 128 on: as many characters for private use, beginning with this one, none of which
/// occurs in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StandIns(u32);

/// The bytes that are not ASCII.
const BYTES: std::ops::RangeInclusive<u8> = 0x80..=0xff;
const FIRST: u32 = 0xf_0000;
const LAST: u32 = 0xf_ff80;

impl StandIns {
    fn of(self, byte: u8) -> Option<char> {
        char::from_u32(self.0 + u32::from(byte - BYTES.start()))
    }

    fn byte(self, char: char) -> Option<u8> {
        let offset = u8::try_from(u32::from(char).checked_sub(self.0)?).ok()?;
        BYTES.start().checked_add(offset)
    }
}

/// The text of bytes, and what in it stands for some of them; `None` where nothing is left that could.
pub(super) fn decode(bytes: Vec<u8>) -> Option<(String, Option<StandIns>)> {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Some((text, None)),
        Err(error) => error.into_bytes(),
    };
    let step = BYTES.len();
    let mut is_taken = vec![false; usize::try_from(LAST - FIRST).ok()? / step + 1];
    for char in bytes.utf8_chunks().flat_map(|it| it.valid().chars()) {
        let place = u32::from(char).checked_sub(FIRST).and_then(|it| usize::try_from(it).ok());
        if let Some(taken) = place.and_then(|it| is_taken.get_mut(it / step)) {
            *taken = true;
        }
    }
    let free = is_taken.iter().position(|it| !it)?;
    let stand_ins = StandIns(FIRST + u32::try_from(free * step).ok()?);
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|it| stand_ins.of(*it)));
    }
    Some((text, Some(stand_ins)))
}

/// The bytes of a text, with those that something stands for.
pub(super) fn encode(text: &str, stand_ins: Option<StandIns>) -> Vec<u8> {
    let Some(stand_ins) = stand_ins else { return text.as_bytes().to_vec() };
    let mut bytes = Vec::with_capacity(text.len());
    for char in text.chars() {
        match stand_ins.byte(char) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(char.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let all: Vec<u8> = (0..=255).collect();
        let first = "\u{f0000}".as_bytes();
        for bytes in
            [&all[..], b"// caf\xe9", b"\xff", &[first, b"\xe9"].concat(), &[b"\xf0\x9f\x98", first].concat()]
        {
            let (text, stand_ins) = decode(bytes.to_vec()).unwrap();
            assert!(stand_ins.is_some());
            assert_eq!(encode(&text, stand_ins), bytes);
        }
        let plain = "caf\u{e9} \u{f0000} \u{f00ff}";
        assert_eq!(decode(plain.into()), Some((plain.to_owned(), None)));
        assert_eq!(encode(plain, None), plain.as_bytes());
    }

    #[test]
    fn what_leaves_nothing_is_no_text() {
        let all = (FIRST..=LAST).step_by(BYTES.len()).filter_map(char::from_u32).collect::<String>();
        assert_eq!(decode([all.as_bytes(), b"\xff"].concat()), None);
    }
}
