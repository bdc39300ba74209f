//! The loop over the chunks of all inputs.

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::anyhow;
use tabiya_games::data::{Chunk, Chunks, DataError, DataErrorKind, DataFormat, map_in_order};
use tabiya_program::files::ending::{Ending, new_bar};
use tabiya_program::files::input::{Input, InputArgs};
use tabiya_program::files::resume::Resume;
use tabiya_program::verdict::Failure;
use tabiya_program::{causes, message};

/// A receiver of the results of all chunks, in order.
pub trait Sink<T> {
    /// Receives the result of a chunk, with its error, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if an output cannot be written.
    fn receive(&mut self, result: T) -> Result<(), Failure>;

    /// Returns the state from which the command can go on.
    ///
    /// # Errors
    ///
    /// Returns an error if an output cannot be written.
    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        Ok(serde_json::Value::Null)
    }
}

/// The computation of a chunk's result, on any thread, with the error that ends the chunk.
pub type Work<'a, T> = dyn Fn(Chunk) -> (T, Option<DataError>) + Sync + 'a;

/// The commands' view of the inputs.
pub struct Reading<'a> {
    pub args: &'a InputArgs,
    pub format: DataFormat,
    /// The number of threads; one if the work depends on the order.
    pub threads: usize,
    /// `true` if a file that ends too early is no error.
    pub allows_truncated: bool,
    /// `true` if a resumed command passes what was read before through the work again.
    pub replays: bool,
    /// The flag that Ctrl-C sets.
    pub cancel: Arc<AtomicBool>,
}

/// A chunk's result, and its place.
struct Done<T> {
    result: T,
    error: Option<DataError>,
    is_damaged: bool,
    end: u64,
    left_in_block: usize,
    compressed: u64,
    len: u64,
}

impl Reading<'_> {
    /// Passes every chunk of all inputs through `work` to `sink`. An error ends its input, and is printed.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened, or an error from `sink`.
    pub fn run<T: Send>(
        &self,
        work: &Work<'_, T>,
        sink: &mut impl Sink<T>,
        resume: &mut Resume,
    ) -> Result<Ending, Failure> {
        let inputs = resume.inputs(self.args)?;
        let bar = new_bar(self.args, &inputs);
        let cancel = &self.cancel;
        if resume.is_first_save_due() {
            let state = sink.save()?;
            resume.save(state)?;
        }
        let mut parts = 0;
        let first = resume.point.input;
        let lens = inputs.iter().map(|input| input.identity.map_or(0, |identity| identity.len));
        let lens: Vec<_> = lens.collect();
        if self.replays {
            for input in &inputs[..first] {
                let read =
                    self.chunks(input).and_then(|mut chunks| self.replay(&mut chunks, None, work));
                // The last run has counted it.
                if let Err(error) = read {
                    self.report(input, error, &mut Resume::none(), &bar);
                }
            }
        }
        for (index, input) in inputs.iter().enumerate().skip(first) {
            resume.enter_input(index);
            let before = lens[..index].iter().sum::<u64>();
            let mut failure = Ok(());
            let read = self.read_input(input, resume, work, |done: Done<T>, resume| {
                bar.set_position(before + done.compressed);
                failure = receive(done, sink, resume);
                parts += 1;
                if self.args.division.max_parts == Some(parts) {
                    cancel.store(true, Relaxed);
                }
                if failure.is_err() || cancel.load(Relaxed) {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            failure?;
            let is_interrupted = cancel.load(Relaxed);
            // An error ends the input, even if the command is interrupted there.
            if read.is_err() || !is_interrupted {
                resume.leave_input();
            }
            if let Err(error) = read {
                self.report(input, error, resume, &bar);
            }
            if is_interrupted {
                let state = sink.save()?;
                resume.save(state)?;
                if !self.args.quiet {
                    resume.announce();
                }
                bar.finish_and_clear();
                let totals = resume.point.totals.clone();
                return Ok(Ending { is_interrupted: true, has_all_games: false, totals });
            }
        }
        bar.finish_and_clear();
        let totals = resume.point.totals.clone();
        Ok(Ending { is_interrupted: false, has_all_games: first == 0, totals })
    }

    /// Prints the error that ends an input, and counts it unless it is allowed.
    fn report(
        &self,
        input: &Input,
        error: DataError,
        resume: &mut Resume,
        bar: &indicatif::ProgressBar,
    ) {
        let is_allowed = self.allows_truncated && error.is_truncation();
        let kind = if is_allowed { "warning" } else { "error" };
        let text = causes::join_messages(&anyhow!(error));
        bar.suspend(|| message::print_line(&format!("{kind}: {}: {text}", input.name())));
        if !is_allowed {
            resume.point.totals.damaged += 1;
        }
    }

    /// Opens an input.
    fn chunks(&self, input: &Input) -> Result<Chunks<Box<dyn Read + Send>>, DataError> {
        let stream = input.open_stream();
        let stream = stream
            .map_err(|error| DataError { offset: 0, kind: DataErrorKind::Read(error.into()) })?;
        Chunks::new(self.format, stream)
    }

    /// Passes the chunks up to an offset, or all, through `work` again, which remembers them.
    fn replay<T>(
        &self,
        chunks: &mut Chunks<impl Read>,
        end: Option<u64>,
        work: &Work<'_, T>,
    ) -> Result<(), DataError> {
        for chunk in chunks {
            let chunk = chunk?;
            let is_last = end.is_some_and(|end| chunk.end() >= end);
            if let (_, Some(error)) = work(chunk) {
                return Err(error);
            }
            if is_last || self.cancel.load(Relaxed) {
                break;
            }
        }
        Ok(())
    }

    /// Reads an input from the place on where the last run ended, up to the first error.
    fn read_input<T: Send>(
        &self,
        input: &Input,
        resume: &mut Resume,
        work: &Work<'_, T>,
        mut sink: impl FnMut(Done<T>, &mut Resume) -> ControlFlow<()>,
    ) -> Result<(), DataError> {
        let mut chunks = self.chunks(input)?;
        let position = resume.point.position;
        if position.text_offset > 0 && self.replays {
            self.replay(&mut chunks, Some(position.text_offset), work)?;
        } else if position.text_offset > 0 {
            let left = usize::try_from(position.offset_in_frame).unwrap_or(usize::MAX);
            chunks.skip_to(position.text_offset, left)?;
        }
        if self.cancel.load(Relaxed) {
            return Ok(());
        }
        let mut end = Ok(());
        let mut error = None;
        let read_chunk = || match chunks.next()? {
            Ok(chunk) => Some((chunk, chunks.compressed_offset())),
            Err(found) => {
                end = Err(found);
                None
            }
        };
        map_in_order(
            self.threads,
            std::iter::from_fn(read_chunk),
            |(chunk, compressed)| {
                let end = chunk.end();
                let left_in_block = chunk.left_in_block();
                let len = chunk.len();
                let (result, error) = work(chunk);
                let is_damaged = error.is_some();
                Done { result, error, is_damaged, end, left_in_block, compressed, len }
            },
            |mut done| {
                error = done.error.take();
                let flow = sink(done, resume);
                if error.is_some() { ControlFlow::Break(()) } else { flow }
            },
        );
        match error {
            // The file may end too early because it cannot be read.
            Some(error) if error.is_truncation() => {
                end?;
                Err(chunks.next().and_then(Result::err).unwrap_or(error))
            }
            Some(error) => Err(error),
            None => end,
        }
    }
}

/// Passes a result to the sink, and saves the state from time to time.
fn receive<T>(done: Done<T>, sink: &mut impl Sink<T>, resume: &mut Resume) -> Result<(), Failure> {
    let is_damaged = done.is_damaged;
    sink.receive(done.result)?;
    let position = &mut resume.point.position;
    position.text_offset = done.end;
    position.offset_in_frame = done.left_in_block as u64;
    resume.point.totals.bytes += done.len;
    // After an error, the state is that of the next input.
    if resume.is_due() && !is_damaged {
        let state = sink.save()?;
        resume.save(state)?;
    }
    Ok(())
}
