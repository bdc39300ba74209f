// The live search for a magic, with a picture of the slots that each factor fills.

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { SQUARES, type Square } from "tabiya";

import { text } from "../../catalogue/all.ts";
import { CodeLine } from "../../components/copy.tsx";
import { hexadecimal } from "../../components/set-value.tsx";
import { attempt, SLOT, taskOf, type Attempt, type Slider } from "./magic-search.ts";

/** The time of each frame for the search, in milliseconds. It leaves time for the page. */
const FRAME = 8;

/** The width and height of a slot in pixels. */
const SLOT_SIZE = 8;

const labels = text.tables.search;

/** The state of the search. */
interface Progress {
  readonly tries: number;
  /** The most blocker sets that a factor has placed. */
  readonly best: number;
  readonly last: Attempt;
}

/** Searches while it is active, and reports after each frame. */
function useSearch(task: ReturnType<typeof taskOf>, isActive: boolean, report: (progress: Progress) => void): void {
  const callback = useRef(report);
  callback.current = report;
  useEffect(() => {
    if (!isActive) return undefined;
    let [tries, best] = [0, 0];
    let frame = requestAnimationFrame(function run() {
      const end = performance.now() + FRAME;
      let last = attempt(task);
      for (tries++; !last.isMagic && performance.now() < end; tries++) {
        best = Math.max(best, last.placed);
        last = attempt(task);
      }
      best = Math.max(best, last.placed);
      callback.current({ tries, best, last });
      if (!last.isMagic) frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [task, isActive]);
}

interface SearchProps {
  readonly slider: Slider;
  readonly square: Square;
}

/** The button, the picture of the slots, and the factor that was found. */
export function MagicSearch({ slider, square }: SearchProps): JSX.Element {
  const task = useMemo(() => taskOf(slider, SQUARES.indexOf(square)), [slider, square]);
  const [isActive, setActive] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    setActive(false);
    setProgress(null);
  }, [task]);
  useSearch(task, isActive, (next) => {
    setProgress(next);
    if (next.last.isMagic) setActive(false);
  });
  const count = task.attacks.length;
  const found = progress?.last.isMagic === true ? progress.last : null;
  return (
    <section class="magic-search" aria-labelledby="search-heading">
      <h2 id="search-heading">{labels.title}</h2>
      <p>{labels.text(text.board.pieceTypes[slider], square, task.bits, count)}</p>
      <button type="button" class="primary" onClick={() => setActive(!isActive)}>
        {isActive ? labels.stop : progress === null ? labels.start : labels.again}
      </button>
      <div data-volatile>
        {progress !== null && (
          <>
            <Slots attempt={progress.last} />
            <p>{labels.progress(progress.tries, progress.best, count)}</p>
          </>
        )}
        <div role="status">
          {found !== null && (
            <>
              <p>{labels.found(progress?.tries ?? 0, found.slots.filter((slot) => slot !== SLOT.free).length, count)}</p>
              <CodeLine code={hexadecimal(found.factor)} />
            </>
          )}
        </div>
      </div>
    </section>
  );
}

/** The names of the states of a slot, in the order of their numbers. */
const STATES = ["free", "used", "shared"] as const;

/** The slots of the table in rows, and their legend. */
function Slots({ attempt: { slots, placed, isMagic } }: { readonly attempt: Attempt }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const legend = useRef<HTMLParagraphElement>(null);
  const columns = 1 << Math.ceil(Math.log2(slots.length) / 2);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context === null || context === undefined) return;
    // The legend has the colors of the theme.
    const samples = [...(legend.current?.querySelectorAll(".slot") ?? [])];
    const colors = samples.map((sample) => getComputedStyle(sample).backgroundColor);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    slots.forEach((slot, index) => {
      context.fillStyle = colors[slot] ?? "";
      context.fillRect(SLOT_SIZE * (index % columns), SLOT_SIZE * Math.floor(index / columns), SLOT_SIZE - 1, SLOT_SIZE - 1);
    });
  }, [slots]);
  return (
    <>
      <canvas
        ref={canvas}
        class="slots"
        width={SLOT_SIZE * columns}
        height={(SLOT_SIZE * slots.length) / columns}
        role="img"
        aria-label={labels.slots(placed, slots.length, isMagic)}
      />
      <p ref={legend} class="muted">
        {STATES.map((state) => (
          <span key={state} class="slot-state">
            <span class={`slot ${state}`} /> {labels.states[state]}
          </span>
        ))}
      </p>
    </>
  );
}
