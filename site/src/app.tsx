// The frame of the page: navigation, theme, and the current view.

import { lazy, Suspense } from "preact/compat";
import type { ComponentType, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { text } from "./catalogue.ts";
import { CopyButton } from "./components/copy.tsx";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { VIEWS, type View } from "./fragment.ts";
import { UpdateMessage } from "./offline.tsx";
import { fenText, shortFen } from "./position.ts";
import { isEntry, isUrlIncomplete, link, value, view } from "./route.ts";
import { theme, THEMES } from "./theme.ts";
import BoardView from "./views/board.tsx";

/** The views. All but the first are loaded when they are displayed. */
const COMPONENTS: Readonly<Record<View, ComponentType>> = {
  board: BoardView,
  why: lazy(() => import("./views/why.tsx")),
  perft: lazy(() => import("./views/perft.tsx")),
  tables: lazy(() => import("./views/tables.tsx")),
  lab: lazy(() => import("./views/lab.tsx")),
  diagnose: lazy(() => import("./views/diagnose.tsx")),
};

/** The page. */
export function App(): JSX.Element {
  const current = view.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = text.page.documentTitle(current);
    // A screen reader announces the new view.
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [current]);
  const Current = COMPONENTS[current];
  return (
    <>
      <a class="skip" href="#content" onClick={focusContent}>
        {text.page.skip}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          {isEntry.value ? text.page.title : text.page.views[current].title}
        </h1>
        <ErrorBoundary key={current}>
          <Suspense fallback={<p role="status">{text.page.loading}</p>}>
            <Current />
          </Suspense>
        </ErrorBoundary>
      </main>
      <UpdateMessage />
      <p role="status" class="link-state">
        {isUrlIncomplete.value && text.page.tooLong}
      </p>
      <footer>
        <a href={text.page.sourceUrl}>{text.page.source}</a>
      </footer>
    </>
  );
}

/** Moves the focus without a change of the fragment, which is the state. */
function focusContent(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** Returns the link to a view at the displayed position. The board keeps its moves, and the tables begin with a lesson. */
function linkTo(name: View): string {
  const isSame = name === view.value;
  if (name === "board" && isSame) return link(name, { moves: value("moves"), at: value("at") });
  const fen = shortFen(fenText.value);
  return link(name, name === "tables" && !isSame ? { ...FIRST_LESSON, fen } : { fen });
}

/** Two links of a chain. */
const LINK_ICON = "M10 14A4 4 0 0 0 16 14L19 11A4 4 0 0 0 13 5L12 6M14 10A4 4 0 0 0 8 10L5 13A4 4 0 0 0 11 19L12 18";

/** The values of the first lesson: a rook between two blockers. */
const FIRST_LESSON = { technique: "8x8", occupied: "d6,f4", step: "1" } as const;

function Header(): JSX.Element {
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone, the header scrolls.
  useEffect(() => current.current?.scrollIntoView({ block: "nearest", inline: "center" }), [view.value]);
  return (
    <header>
      <span class="name">{text.page.name}</span>
      <nav aria-label={text.page.navigation}>
        <ul>
          {VIEWS.map((name) => (
            <li key={name}>
              <a
                ref={name === view.value ? current : null}
                href={linkTo(name)}
                aria-current={name === view.value ? "page" : undefined}
              >
                {text.page.views[name].name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <span class="tools">
        <CopyButton content={() => location.href} label={text.page.copyLink} icon={LINK_ICON} />
        <label>
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 4V20A8 8 0 0 1 12 4ZM12 4A8 8 0 0 1 12 20" fill-rule="evenodd" />
            <circle cx="12" cy="12" r="8" fill="none" />
          </svg>
          <span class="tool-name">{text.page.theme}</span>
          <select
            value={theme.value}
            onChange={(event) => {
              theme.value = THEMES[event.currentTarget.selectedIndex] ?? "system";
            }}
          >
            {THEMES.map((name) => (
              <option key={name} value={name}>
                {text.page.themes[name]}
              </option>
            ))}
          </select>
        </label>
      </span>
    </header>
  );
}
