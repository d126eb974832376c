//! Numbers with their units, as text.

/// A number with this many decimals. What rounds to zero has no sign.
pub(crate) fn fixed(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    match text.strip_prefix('-') {
        Some(unsigned) if is_zero => unsigned.to_owned(),
        _ => text,
    }
}

/// A fraction, 0 to 1, as a percentage with this many decimals: `12.50%`.
pub(crate) fn percent(part: f64, digits: usize) -> String {
    fixed(100.0 * part, digits) + "%"
}

/// A rate with its unit: `61.2 M`.
pub(crate) fn rate(per_second: f64) -> String {
    for (unit, size) in [("G", 1e9), ("M", 1e6), ("k", 1e3)] {
        if per_second >= size {
            return format!("{:.1} {unit}", per_second / size);
        }
    }
    format!("{per_second:.1}  ")
}

/// A time with its unit: `36.0 us`.
pub(crate) fn duration(seconds: f64) -> String {
    for (unit, size) in [("s ", 1.0), ("ms", 1e-3), ("us", 1e-6)] {
        if seconds >= size {
            return format!("{:.2} {unit}", seconds / size);
        }
    }
    format!("{:.2} ns", seconds * 1e9)
}

/// A long time, rounded: `40 s`, `3 min`, `2.5 h`, `3 days`, `2 years`.
pub(crate) fn rough_time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 5_400.0 => format!("{:.0} min", seconds / 60.0),
        seconds if seconds < 172_800.0 => format!("{:.1} h", seconds / 3_600.0),
        seconds if seconds < 63_072_000.0 => format!("{:.0} days", seconds / 86_400.0),
        seconds if seconds < 3.2e9 => format!("{:.0} years", seconds / 31_536_000.0),
        _ => "over 100 years".to_owned(),
    }
}

/// An amount of memory with its unit: `1.5 MB`.
pub(crate) fn bytes(bytes: u64) -> String {
    for (unit, size) in [("GB", 1e9), ("MB", 1e6), ("KB", 1e3)] {
        if bytes as f64 >= size {
            return format!("{:.1} {unit}", bytes as f64 / size);
        }
    }
    format!("{bytes} bytes")
}

/// Reads `8GB`, `500MB`, `64KB` or plain bytes.
pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let scale = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1.0,
        "K" | "KB" => 1e3,
        "M" | "MB" => 1e6,
        "G" | "GB" => 1e9,
        "T" | "TB" => 1e12,
        unit => return Err(format!("unknown unit `{unit}`; use KB, MB, GB or TB")),
    };
    let number: f64 =
        digits.trim().parse().map_err(|_| "expected an amount such as 8GB".to_owned())?;
    let bytes = number * scale;
    let why = || "an amount must be at least one byte and less than 1,000,000 TB".to_owned();
    if (1.0..1e18).contains(&bytes) { Ok(bytes as u64) } else { Err(why()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_in_every_unit() {
        for (text, bytes) in
            [("8GB", 8_000_000_000), ("1.5mb", 1_500_000), ("64K", 64_000), ("1000", 1_000)]
        {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for text in ["", "GB", "8XB", "-1GB", "nan", "0", "1e30TB"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn long_times_are_rounded() {
        for (seconds, text) in
            [(3.2, "3 s"), (120.0, "2 min"), (9_000.0, "2.5 h"), (400_000.0, "5 days")]
        {
            assert_eq!(rough_time(seconds), text);
        }
    }

    #[test]
    fn zero_has_no_sign() {
        for (number, digits, text) in [
            (-0.004, 2, "0.00"),
            (-0.0, 0, "0"),
            (-0.006, 2, "-0.01"),
            (-1.5, 1, "-1.5"),
            (0.004, 2, "0.00"),
        ] {
            assert_eq!(fixed(number, digits), text);
        }
        assert_eq!(percent(-0.000_04, 2), "0.00%");
        assert_eq!(percent(0.125, 1), "12.5%");
    }

    #[test]
    fn amounts_are_shown_in_a_suitable_unit() {
        for (count, text) in [
            (999, "999 bytes"),
            (1_500, "1.5 KB"),
            (2_000_000, "2.0 MB"),
            (3_210_000_000, "3.2 GB"),
        ] {
            assert_eq!(bytes(count), text);
        }
    }
}
