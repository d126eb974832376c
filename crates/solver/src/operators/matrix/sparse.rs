//! A reach vector without its zeros.
//!
//! Of the actions of a decision most hands take one or two, so that more than half of the reach
//! after an action is zero once strategies have formed. A product by what is left costs
//! about 1.5 cycles for each of its numbers and 16 rows of the matrix, a whole one about one
//! cycle; it is worth it where less than six tenths are left.

use super::MatrixEntry;
use super::product::WIDTH;
use crate::arch::Arithmetic;

/// Numbers that are added side by side, so that one addition need not wait for the last.
const TOGETHER: usize = 4;

/// The numbers of a vector that are not zero, with their places; room for `MOST`.
pub(super) struct Sparse<const MOST: usize> {
    places: [u16; MOST],
    numbers: [f32; MOST],
    len: usize,
}

impl<const MOST: usize> Sparse<MOST> {
    pub(super) const EMPTY: Sparse<MOST> =
        Sparse { places: [0; MOST], numbers: [0.0; MOST], len: 0 };

    /// Takes the numbers of a vector, at most `MOST`.
    #[inline(always)]
    pub(super) fn fill(&mut self, vector: &[f32]) {
        let mut len = 0;
        for (place, &number) in vector[..vector.len().min(MOST)].iter().enumerate() {
            self.places[len] = place as u16;
            self.numbers[len] = number;
            len += usize::from(number != 0.0);
        }
        // Whole groups; zeros add nothing.
        let end = len.next_multiple_of(TOGETHER).min(MOST);
        self.places[len..end].fill(0);
        self.numbers[len..end].fill(0.0);
        self.len = len;
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The product with a panel of a matrix.
    #[inline(always)]
    pub(super) fn times<A: Arithmetic, E: MatrixEntry>(
        &self,
        arithmetic: A,
        panel: &[[E; WIDTH]],
    ) -> [f32; WIDTH] {
        let end = self.len.next_multiple_of(TOGETHER).min(MOST);
        let places = self.places[..end].as_chunks::<TOGETHER>().0;
        let numbers = self.numbers[..end].as_chunks::<TOGETHER>().0;
        let mut sums = [[0.0; WIDTH]; TOGETHER];
        for (places, numbers) in places.iter().zip(numbers) {
            for at in 0..TOGETHER {
                let entries = panel[usize::from(places[at])].map(E::value);
                for lane in 0..WIDTH {
                    sums[at][lane] = arithmetic.mul_add(entries[lane], numbers[at], sums[at][lane]);
                }
            }
        }
        let [one, two, three, four] = sums;
        std::array::from_fn(|lane| (one[lane] + two[lane]) + (three[lane] + four[lane]))
    }
}
