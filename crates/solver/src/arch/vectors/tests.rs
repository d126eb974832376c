//! Every vector operation against the same on single numbers.

use proptest::prelude::*;

use super::super::{Arithmetic, Kernel, dispatch};
use super::*;

/// Every operation on two vectors of small whole numbers, which are never rounded.
struct All<'a>(&'a [Lanes; 2], &'a mut Vec<f64>);

impl Kernel for All<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let [a, b] = [0, 1].map(|place: usize| vectors.load(&self.0[place]));
        let mut show = |numbers: A::Single| {
            let mut lanes = [0.0; 8];
            vectors.store(numbers, &mut lanes);
            self.1.extend(lanes.map(f64::from));
        };
        show(vectors.zeros());
        show(vectors.plus(a, b));
        show(vectors.minus(a, b));
        show(vectors.scale_add(3.0, a, b));
        show(vectors.splat(3.0));
        show(vectors.times(a, b));
        show(vectors.over(a, vectors.splat(8.0)));
        show(vectors.larger(a, b));
        show(vectors.times_plus(a, b, a));
        show(vectors.where_reaches(a, b, a));
        show(vectors.where_below(a, b, a));
        vectors.turn([a, b, a, a, b, b, a, b]).into_iter().for_each(&mut show);
        let [wide_a, wide_b] = [vectors.widen(a), vectors.widen(b)];
        show(vectors.narrow(vectors.plus_double(wide_a, wide_b)));
        let mut doubles = [0.0; 8];
        vectors.store_double(vectors.minus_double(wide_a, wide_b), &mut doubles);
        show(vectors.narrow(vectors.load_double(&doubles)));
        self.1.extend(doubles);
        let negative_zero = vectors.splat(-0.0);
        let mut rows = [negative_zero, vectors.zeros(), a, a, a, a, a, a];
        for row in 2..8 {
            self.1.push(f64::from(u8::from(vectors.all_zero(&rows))));
            rows[row] = negative_zero;
        }
        self.1.push(f64::from(u8::from(vectors.all_zero(&rows))));
    }
}

proptest! {
    #[test]
    fn both_kinds_do_the_same(a in prop::array::uniform8(-99i8..99), b in prop::array::uniform8(-99i8..99)) {
        let lanes = [a, b].map(|numbers| numbers.map(f32::from));
        let (mut wide, mut plain) = (Vec::new(), Vec::new());
        dispatch(All(&lanes, &mut wide));
        All(&lanes, &mut plain).run(Portable);
        prop_assert_eq!(&wide, &plain);
        let sums: Vec<f64> = (0..8).map(|lane| f64::from(a[lane]) + f64::from(b[lane])).collect();
        prop_assert_eq!(&wide[8..16], &sums[..]);
        let nothing = f64::from(u8::from(a == [0; 8]));
        prop_assert_eq!(&wide[wide.len() - 7..], &[[nothing; 6].as_slice(), &[1.0]].concat()[..]);
    }
}
