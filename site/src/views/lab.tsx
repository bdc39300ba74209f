// The view `lab`: calculates with bitboards.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { initBitboards } from "tabiya/bitboards";

import { text } from "../catalogue/all.ts";
import { FenField } from "../components/fen-field.tsx";
import { FlipButton } from "../components/flip.tsx";
import { useModule } from "../components/use-module.ts";
import { reading } from "../position.ts";
import { value } from "../route.ts";
import { Examples, ExpressionField } from "./lab/expression-field.tsx";
import { Help } from "./lab/help.tsx";
import { LayoutPanel, Literals } from "./lab/literals.tsx";
import { Parts } from "./lab/parts.tsx";
import { BitboardReader } from "./lab/reader.tsx";
import { ResultBoard, ResultText } from "./lab/result.tsx";
import { evaluateText, readExpression, readForm, readLayout } from "./lab/state.ts";
import "./lab.css";

/** The view. It waits for the module of expressions. */
export default function LabView(): JSX.Element {
  const module = useModule(initBitboards);
  if (module instanceof Error) return <p role="alert">{text.page.loadError(module.message)}</p>;
  if (module === "loading") return <p role="status">{text.page.loading}</p>;
  return <Lab />;
}

function Lab(): JSX.Element {
  const { position } = reading.value;
  const expression = readExpression();
  const form = readForm();
  const layout = useMemo(readLayout, [value("layout")]);
  const { evaluation, error } = useMemo(() => evaluateText(expression, position), [expression, position]);
  return (
    <div class="lab">
      <p class="muted">{text.lab.intro}</p>
      <ExpressionField expression={expression} error={error} />
      <div class="columns">
        <section aria-label={text.lab.result}>
          <h2>{text.lab.result}</h2>
          <ResultText evaluation={evaluation} />
          <ResultBoard evaluation={evaluation} expression={expression} />
          <FlipButton />
        </section>
        <section aria-label={text.lab.literals}>
          <h2>{text.lab.literals}</h2>
          {evaluation !== null && <Literals set={evaluation.value} form={form} layout={layout.name} />}
          <LayoutPanel layout={layout} />
        </section>
      </div>
      <Examples />
      {evaluation !== null && <Parts evaluation={evaluation} />}
      <BitboardReader layout={layout.name} />
      <section aria-label={text.lab.position}>
        <h2>{text.lab.position}</h2>
        <p class="muted">{text.lab.positionHelp}</p>
        <FenField />
      </section>
      <Help />
    </div>
  );
}
