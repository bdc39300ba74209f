// What a technique is: the questions that a lesson answers.

import type { JSX } from "preact";
import type { Technique } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";

/** The answers about a technique, with links to its code, its lesson and its page in the Chess Programming Wiki. */
export function About({ technique }: { readonly technique: Technique }): JSX.Element {
  const { name, text: what, why, cost, code, see, anchor, lesson, wiki } = text.tables.techniques[technique];
  const labels = text.tables.about;
  return (
    <section class="about" aria-labelledby="about-heading">
      <h2 id="about-heading">{labels.title(name)}</h2>
      <dl>
        <dt>{labels.what}</dt>
        <dd>{what}</dd>
        <dt>{labels.why}</dt>
        <dd>{why}</dd>
        <dt>{labels.cost}</dt>
        <dd>{cost}</dd>
        <dt>{labels.see}</dt>
        <dd>{see}</dd>
        <dt>{labels.code}</dt>
        <dd>
          <a href={text.tables.sourceUrl + code}>
            <code>{code}</code>
          </a>
        </dd>
        <dt>{labels.more}</dt>
        <dd>
          <a href={`${text.tables.documentUrl}#${anchor}`}>{text.tables.document(name)}</a>
          {lesson !== undefined && (
            <>
              {", "}
              <a href={`${text.tables.lessonUrl}${lesson}.md`}>{labels.lesson}</a>
            </>
          )}
          {", "}
          <a href={text.tables.wikiUrl + wiki.replaceAll(" ", "_")}>{labels.wiki(wiki)}</a>
        </dd>
      </dl>
    </section>
  );
}
