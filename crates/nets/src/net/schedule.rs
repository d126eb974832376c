//! How the learning rate changes over time.

/// The rate of learning at each step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Schedule {
    /// Always the same.
    Constant(f32),
    /// Half a cosine from one rate down to another, which then stays.
    Cosine {
        /// The first rate.
        from: f32,
        /// The last.
        to: f32,
        /// How many steps lie between them.
        steps: u64,
    },
    /// Half as much after so many steps, and again after as many.
    Halving {
        /// The first rate.
        from: f32,
        /// Steps between two changes.
        every: u64,
    },
}

impl Schedule {
    /// The rate at a step; the first has the number 0.
    pub fn rate(self, step: u64) -> f32 {
        match self {
            Schedule::Constant(rate) => rate,
            Schedule::Cosine { from, to, steps } => {
                let part = step.min(steps) as f64 / steps.max(1) as f64;
                let share = 0.5 * (1.0 + (std::f64::consts::PI * part).cos());
                to + (f64::from(from - to) * share) as f32
            }
            Schedule::Halving { from, every } => {
                let halvings = step / every.max(1);
                from * 0.5_f32.powi(halvings.min(100) as i32)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_follow_their_formulas() {
        let cosine = Schedule::Cosine { from: 1.0, to: 0.0, steps: 100 };
        assert_eq!(cosine.rate(0), 1.0);
        assert!((cosine.rate(50) - 0.5).abs() < 1e-6);
        assert!((cosine.rate(25) - (0.5 + 0.125_f32.sqrt())).abs() < 1e-6);
        assert!(cosine.rate(100).abs() < 1e-6 && cosine.rate(1000).abs() < 1e-6);
        let halving = Schedule::Halving { from: 8.0, every: 10 };
        assert_eq!([0, 9, 10, 29, 30].map(|step| halving.rate(step)), [8.0, 8.0, 4.0, 2.0, 1.0]);
        assert_eq!(Schedule::Constant(0.5).rate(7), 0.5);
    }
}
