//! How alike two words are, to suggest what was meant.

/// Letters to add, drop or change to make one text of the other (Levenshtein).
pub(crate) fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for letter in one.chars() {
        let mut diagonal = row[0];
        row[0] += 1;
        for (place, &against) in other.iter().enumerate() {
            let change = diagonal + usize::from(letter != against);
            diagonal = row[place + 1];
            row[place + 1] = change.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_letters() {
        for (one, other, expected) in
            [("kuhn", "kuhn", 0), ("kuhn", "khun", 2), ("leduc", "leduk", 1), ("", "abc", 3)]
        {
            assert_eq!(distance(one, other), expected, "{one} {other}");
            assert_eq!(distance(other, one), expected, "{one} {other}");
        }
    }
}
