//! Scenario reduction: parts are removed while the finding persists.

use std::time::{Duration, Instant};

use crate::scenario::{Input, Run, Scenario, Step};

/// The maximum trial count.
const MAX_TRIALS: usize = 200;

/// The time limit for a reduction.
const TIME_LIMIT: Duration = Duration::from_secs(15);

/// Returns the smallest scenario found for which `is_found` still holds.
pub fn reduce(scenario: Scenario, mut is_found: impl FnMut(&Scenario) -> bool) -> Scenario {
    let start = Instant::now();
    let mut trials = 0;
    let mut smallest = scenario;
    // The part order: large ones first.
    let mut index = 0;
    while let Some(candidate) = candidate(&smallest, index) {
        if trials == MAX_TRIALS || start.elapsed() > TIME_LIMIT {
            break;
        }
        trials += 1;
        if is_found(&candidate) {
            smallest = candidate;
        } else {
            index += 1;
        }
    }
    smallest
}

/// Returns the scenario without the part at an index, or `None` after the last part.
fn candidate(scenario: &Scenario, index: usize) -> Option<Scenario> {
    let mut index = index;
    let mut smaller = scenario.clone();
    if index < smaller.steps.len() {
        smaller.steps.remove(index);
        return Some(smaller);
    }
    index -= smaller.steps.len();
    if index < smaller.files.len() {
        smaller.files.remove(index);
        return Some(smaller);
    }
    index -= smaller.files.len();
    let lens: Vec<_> = runs_mut(&mut smaller).map(|run| run.args.len()).collect();
    for (number, len) in lens.into_iter().enumerate() {
        if index < len {
            runs_mut(&mut smaller).nth(number)?.args.remove(index);
            return Some(smaller);
        }
        index -= len;
    }
    for text in texts_mut(&mut smaller) {
        let parts = parts(text);
        if let Some((begin, end)) = parts.get(index) {
            text.drain(*begin..*end);
            return Some(smaller);
        }
        index -= parts.len();
    }
    None
}

fn runs_mut(scenario: &mut Scenario) -> impl Iterator<Item = &mut Run> {
    scenario.steps.iter_mut().flat_map(runs_of)
}

fn runs_of(step: &mut Step) -> &mut [Run] {
    match step {
        Step::Run(run) => std::slice::from_mut(run),
        Step::Together(runs) => runs,
        Step::Damage { .. } => &mut [],
    }
}

/// Yields all texts that can be shortened: arguments, inputs and files.
fn texts_mut(scenario: &mut Scenario) -> Vec<&mut Vec<u8>> {
    let Scenario { files, steps, .. } = scenario;
    let mut texts: Vec<_> = files.iter_mut().map(|file| &mut file.bytes).collect();
    for step in steps {
        for run in runs_of(step) {
            if let Input::Text(bytes) | Input::Open(bytes) | Input::Endless(bytes) = &mut run.input
            {
                texts.push(bytes);
            }
            texts.extend(&mut run.args);
        }
    }
    texts
}

/// The number of parts into which a text is divided at each size.
const DIVISORS: [usize; 4] = [2, 8, 32, 128];

/// Returns the ranges to remove from a text: halves, eighths and smaller parts.
fn parts(text: &[u8]) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    for divisor in DIVISORS {
        let size = text.len().div_ceil(divisor);
        if size > 0 && (parts.is_empty() || text.len() >= divisor) {
            let begins = (0..text.len()).step_by(size);
            parts.extend(begins.map(|begin| (begin, (begin + size).min(text.len()))));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::reduce;
    use crate::scenario::{Input, InputFile, Run, Scenario, Step};

    #[test]
    fn reduction_removes_everything_else() {
        let text = b"position startpos\n".repeat(50);
        let bad = [text.clone(), b"BAD".to_vec(), text.clone()].concat();
        let run = Run::tabiya("perft 5 --hash 1M").with_input(Input::Text(bad));
        let scenario = Scenario {
            files: vec![InputFile::new("unused", text)],
            steps: vec![Step::Run(Run::tabiya("board")), Step::Run(run)],
            disk: None,
        };
        let has_bad = |scenario: &Scenario| {
            scenario.steps.iter().any(|step| {
                let Step::Run(Run { input: Input::Text(text), args, .. }) = step else {
                    return false;
                };
                args.iter().any(|arg| arg == b"--hash")
                    && text.windows(3).any(|window| window == b"BAD")
            })
        };
        let reduced = reduce(scenario, has_bad);
        assert!(reduced.files.is_empty());
        let [Step::Run(Run { args, input: Input::Text(text), .. })] = &reduced.steps[..] else {
            panic!("{reduced:?}: expected one run");
        };
        assert_eq!(args, &[b"--hash".to_vec()]);
        assert!(text.len() < 40, "{} bytes", text.len());
    }
}
