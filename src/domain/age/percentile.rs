//! Percentiles by nearest rank: always a value that occurred.

/// Half, nine of ten, nineteen of twenty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Percentiles<T> {
    pub p50: T,
    pub p90: T,
    pub p95: T,
    /// Of how many values.
    pub n: usize,
}

/// The percentiles of some values, in any order; `None` without any.
pub fn percentiles<T: Ord + Copy>(mut values: Vec<T>) -> Option<Percentiles<T>> {
    values.sort_unstable();
    let n = values.len();
    let at = |percent: usize| {
        let rank = percent.saturating_mul(n).div_ceil(100);
        values.get(rank.checked_sub(1)?).copied()
    };
    Some(Percentiles {
        p50: at(50)?,
        p90: at(90)?,
        p95: at(95)?,
        n,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_usual_example() {
        let found = percentiles(vec![50, 15, 35, 20, 40]).unwrap();
        assert_eq!((found.p50, found.p90, found.p95, found.n), (35, 50, 50, 5));
        assert_eq!(percentiles::<i64>(Vec::new()), None);
        assert_eq!(percentiles(vec![7]).unwrap().p50, 7);
    }

    proptest! {
        /// By its definition: the least value that at least so many of a hundred do not exceed.
        #[test]
        fn at_least_so_many_are_not_above(values in prop::collection::vec(0i64..50, 1..200)) {
            let found = percentiles(values.clone()).unwrap();
            for (percent, value) in [(50, found.p50), (90, found.p90), (95, found.p95)] {
                let up_to = |limit| values.iter().filter(|v| **v <= limit).count() * 100;
                prop_assert!(values.contains(&value));
                prop_assert!(up_to(value) >= percent * values.len());
                prop_assert!(up_to(value - 1) < percent * values.len());
            }
        }
    }
}
