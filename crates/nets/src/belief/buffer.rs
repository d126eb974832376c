//! The last examples, the oldest of which make room for new ones.

/// Queries and their answers, up to a number of examples.
#[derive(Clone, PartialEq, Debug)]
pub struct Buffer {
    sizes: [usize; 2],
    capacity: usize,
    queries: Vec<f32>,
    answers: Vec<f32>,
    /// Where the next example goes once the buffer is full.
    next: usize,
}

impl Buffer {
    /// An empty buffer for queries and answers of these sizes.
    pub fn new(query: usize, answer: usize, capacity: usize) -> Buffer {
        let capacity = capacity.max(1);
        Buffer { sizes: [query, answer], capacity, queries: vec![], answers: vec![], next: 0 }
    }

    /// A buffer as it was. `None` if the parts do not fit together.
    pub fn resume(
        query: usize,
        answer: usize,
        capacity: usize,
        queries: Vec<f32>,
        answers: Vec<f32>,
        next: usize,
    ) -> Option<Buffer> {
        let count = queries.len().checked_div(query)?;
        let fits = queries.len() == count.checked_mul(query)?
            && answers.len() == count.checked_mul(answer)?
            && count <= capacity
            && (next == 0 || (count == capacity && next < capacity));
        fits.then_some(Buffer { sizes: [query, answer], capacity, queries, answers, next })
    }

    /// Examples in the buffer.
    pub fn len(&self) -> usize {
        self.queries.len() / self.sizes[0]
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.queries.is_empty()
    }

    /// All queries, all answers, and where the next example goes once the buffer is full.
    pub fn parts(&self) -> (&[f32], &[f32], usize) {
        (&self.queries, &self.answers, self.next)
    }

    /// Adds an example.
    ///
    /// # Panics
    ///
    /// If its sizes are not those of the buffer.
    pub fn push(&mut self, query: &[f32], answer: &[f32]) {
        assert_eq!([query.len(), answer.len()], self.sizes);
        if self.len() < self.capacity {
            self.queries.extend_from_slice(query);
            self.answers.extend_from_slice(answer);
            return;
        }
        self.queries[self.next * query.len()..][..query.len()].copy_from_slice(query);
        self.answers[self.next * answer.len()..][..answer.len()].copy_from_slice(answer);
        self.next = (self.next + 1) % self.capacity;
    }

    /// An example.
    pub fn get(&self, index: usize) -> (&[f32], &[f32]) {
        let [query, answer] = self.sizes;
        (&self.queries[index * query..][..query], &self.answers[index * answer..][..answer])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_examples_go_first() {
        let mut buffer = Buffer::new(1, 2, 3);
        for number in 0..5 {
            let number = number as f32;
            buffer.push(&[number], &[number, -number]);
        }
        assert_eq!(buffer.len(), 3);
        let held: Vec<f32> = (0..3).map(|index| buffer.get(index).0[0]).collect();
        assert_eq!(held, [3.0, 4.0, 2.0]);
        assert_eq!(buffer.get(1).1, [4.0, -4.0]);
        let (queries, answers, next) = buffer.parts();
        let again = |queries: &[f32], next| {
            Buffer::resume(1, 2, 3, queries.to_vec(), answers.to_vec(), next)
        };
        assert_eq!(again(queries, next).as_ref(), Some(&buffer));
        assert_eq!(again(&queries[1..], next), None);
        assert_eq!(again(queries, 3), None);
    }
}
