//! Whether an executable needs a dynamic loader (System V ABI, chapter 5).

/// The type of a program header that names the loader.
const PT_INTERP: u64 = 3;

/// Whether this ELF file is static: it has no `PT_INTERP` program header.
/// `None` for what is no ELF file, or a cut-off one.
pub(super) fn is_static(file: &[u8]) -> Option<bool> {
    if !file.starts_with(b"\x7fELF") {
        return None;
    }
    let wide = *file.get(4)? == 2;
    let little = *file.get(5)? == 1;
    let number = |offset: usize, size: usize| -> Option<u64> {
        let bytes = file.get(offset..offset.checked_add(size)?)?;
        let push = |value: u64, byte: &u8| (value << 8) | u64::from(*byte);
        Some(if little { bytes.iter().rev().fold(0, push) } else { bytes.iter().fold(0, push) })
    };
    // e_phoff, e_phentsize and e_phnum, where each class has them.
    let (table, size, count) = if wide {
        (number(0x20, 8)?, number(0x36, 2)?, number(0x38, 2)?)
    } else {
        (number(0x1c, 4)?, number(0x2a, 2)?, number(0x2c, 2)?)
    };
    for index in 0..count {
        let header = index.checked_mul(size)?.checked_add(table)?;
        if number(usize::try_from(header).ok()?, 4)? == PT_INTERP {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of the given class and byte order with one header of each type.
    fn elf(wide: bool, little: bool, types: &[u32]) -> Vec<u8> {
        let (head, size) = if wide { (64, 56) } else { (52, 32) };
        let mut file = vec![0; head + size * types.len()];
        file[..6].copy_from_slice(&[
            0x7f,
            b'E',
            b'L',
            b'F',
            1 + u8::from(wide),
            2 - u8::from(little),
        ]);
        let mut put = |offset: usize, value: usize, width: usize| {
            let bytes = value.to_le_bytes();
            for (index, byte) in bytes[..width].iter().enumerate() {
                let place = if little { index } else { width - 1 - index };
                file[offset + place] = *byte;
            }
        };
        let (phoff, entry) = if wide { (0x20, 0x36) } else { (0x1c, 0x2a) };
        put(phoff, head, if wide { 8 } else { 4 });
        put(entry, size, 2);
        put(entry + 2, types.len(), 2);
        for (index, kind) in types.iter().enumerate() {
            put(head + index * size, *kind as usize, 4);
        }
        file
    }

    #[test]
    fn an_interpreter_makes_a_program_dynamic() {
        for (wide, little) in [(true, true), (true, false), (false, true), (false, false)] {
            assert_eq!(is_static(&elf(wide, little, &[6, 3, 1])), Some(false));
            assert_eq!(is_static(&elf(wide, little, &[1, 1, 7])), Some(true));
            assert_eq!(is_static(&elf(wide, little, &[])), Some(true));
        }
    }

    #[test]
    fn other_files_are_neither() {
        let whole = elf(true, true, &[1, 3]);
        assert_eq!(is_static(&whole[..whole.len() - 56]), None);
        assert_eq!(is_static(&whole[..20]), None);
        assert_eq!(is_static(b"#!/bin/sh\n"), None);
        assert_eq!(is_static(b""), None);
    }
}
