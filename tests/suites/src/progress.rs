//! Progress on the terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Creates a progress bar on stderr that counts `units`, such as nodes. It is hidden unless stderr
/// is a terminal.
pub fn progress_bar(len: u64, units: &str) -> ProgressBar {
    let template =
        format!("{{wide_bar}} {{human_pos}}/{{human_len}} {units}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    let bar = ProgressBar::new(len).with_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
