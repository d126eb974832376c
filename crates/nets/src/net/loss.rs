//! Losses, and their gradients.

/// `weight * error^2 / 2`, summed, with `error` the output minus the target; the gradient of
/// each output is written.
pub fn squared(outputs: &[f32], targets: &[f32], weight: f32, gradient: &mut [f32]) -> f64 {
    huber(outputs, targets, f32::INFINITY, weight, gradient)
}

/// The Huber loss: `weight * error^2 / 2` for errors up to `delta`, beyond that
/// `weight * delta * (|error| - delta / 2)`, summed; the gradient of each output is written.
pub fn huber(
    outputs: &[f32],
    targets: &[f32],
    delta: f32,
    weight: f32,
    gradient: &mut [f32],
) -> f64 {
    let mut sum = 0.0;
    for ((gradient, output), target) in gradient.iter_mut().zip(outputs).zip(targets) {
        let error = output - target;
        let bounded = error.clamp(-delta, delta);
        *gradient = weight * bounded;
        // Equal to error^2 / 2 inside, and the line outside.
        sum += f64::from(bounded) * (f64::from(error) - 0.5 * f64::from(bounded));
    }
    f64::from(weight) * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_have_their_closed_forms() {
        let mut gradient = [0.0; 3];
        let loss = huber(&[0.5, 3.0, -2.0], &[0.0, 0.0, 0.0], 1.0, 2.0, &mut gradient);
        assert!((loss - 2.0 * (0.125 + 2.5 + 1.5)).abs() < 1e-12);
        assert_eq!(gradient, [1.0, 2.0, -2.0]);
        let loss = squared(&[0.5, 3.0, -2.0], &[0.0, 1.0, 0.0], 1.0, &mut gradient);
        assert!((loss - (0.125 + 2.0 + 2.0)).abs() < 1e-12);
        assert_eq!(gradient, [0.5, 2.0, -2.0]);
    }
}
