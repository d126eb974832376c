//! Every hand of the deck, against the published number of each category.

use quasar_cards::Card;
use quasar_eval::{Category, HandKey, HandRank};

/// How often each rank occurs among all hands of `size` cards.
fn count_ranks(size: usize) -> Vec<u64> {
    fn extend(hand: HandKey, below: &[Card], missing: usize, counts: &mut [u64]) {
        for (place, &card) in below.iter().enumerate().skip(missing - 1) {
            let hand = hand.with(card);
            if missing == 1 {
                counts[usize::from(hand.rank().number())] += 1;
            } else {
                extend(hand, &below[..place], missing - 1, counts);
            }
        }
    }
    let deck: Vec<Card> = Card::all().collect();
    let mut counts = vec![0; HandRank::COUNT + 1];
    extend(HandKey::EMPTY, &deck, size, &mut counts);
    counts
}

fn by_category(counts: &[u64]) -> [u64; 9] {
    assert_eq!(counts[0], 0, "every hand has a rank");
    let mut sums = [0; 9];
    for (number, count) in (1..).zip(&counts[1..]) {
        let rank = HandRank::from_number(number).unwrap();
        sums[rank.category() as usize] += count;
    }
    sums
}

#[test]
fn five_cards_have_the_published_counts() {
    let counts = count_ranks(5);
    let expected = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40];
    assert_eq!(by_category(&counts), expected);
    assert_eq!(counts[usize::from(HandRank::BEST.number())], 4);
    assert!(counts[1..].iter().all(|&count| count > 0), "every rank can be dealt");
}

#[test]
fn six_cards_have_the_published_counts() {
    let expected =
        [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844];
    assert_eq!(by_category(&count_ranks(6)), expected);
}

#[test]
fn seven_cards_have_the_published_counts() {
    let counts = count_ranks(7);
    let expected = [
        23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848,
        41_584,
    ];
    assert_eq!(by_category(&counts), expected);
    assert_eq!(counts[usize::from(HandRank::BEST.number())], 4_324);
    assert_eq!(expected.iter().sum::<u64>(), 133_784_560);
    assert_eq!(Category::ALL.len(), expected.len());
}
