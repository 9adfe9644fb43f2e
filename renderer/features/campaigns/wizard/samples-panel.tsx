/** The text for sample recipients, including the longest one. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { formatNumber, formatSegments } from "#shared/format.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { reasonCounts } from "../exclusion-reasons.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { emptyBody, wordingOf } from "./draft-body.ts";
import { usePreview } from "./use-preview.ts";
import classes from "./wizard.module.css";
import { joinFacts } from "./plan-text.ts";

/** Exclusion reasons that a change of the text can remove. */
const ofText: readonly string[] = ["missing-variable", "text-too-long"];

export function SamplesPanel(): ReactElement {
  const { preview, busy, problem } = usePreview();
  const hasText = useFleetdesk((state) => wordingOf(state.wizard?.body ?? emptyBody) !== undefined);
  const data = dataOf(preview);
  const wordedPreview = hasText ? data : undefined;
  const byText = Object.fromEntries(
    Object.entries(wordedPreview?.excludedByReason ?? {}).filter(([reason]) => ofText.includes(reason)),
  );
  return (
    <Panel
      aside={busy ? <span className="muted">{t(($) => $.planning.preview.updating)}</span> : undefined}
      title={t(($) => $.planning.samples.title)}
    >
      {problem === undefined ? undefined : (
        <Callout title={t(($) => $.planning.samples.failed)} tone="bad">
          <p>{problem}</p>
        </Callout>
      )}
      {wordedPreview === undefined ? (
        <p className="muted">{t(($) => $.planning.samples.empty)}</p>
      ) : (
        <>
          {wordedPreview.unbound.length > 0 ? undefined : (
            <p>
              <b>{t(($) => $.common.recipientCount, { count: wordedPreview.included })}</b>
              {" · "}
              {joinFacts([
                t(($) => $.planning.samples.total, {
                  segments: formatSegments(wordedPreview.segments, wordedPreview.segmentsExact),
                }),
                t(($) => $.planning.samples.longest, { count: wordedPreview.longest }),
                wordedPreview.unicode > 0
                  ? t(($) => $.planning.samples.unicode, { recipients: formatNumber(wordedPreview.unicode) })
                  : undefined,
              ])}
            </p>
          )}
          {Object.keys(byText).length === 0 ? undefined : (
            <Callout tone="waiting">{t(($) => $.planning.samples.excluded, { reasons: reasonCounts(byText) })}</Callout>
          )}
          {wordedPreview.unbound.length > 0 ? (
            <Callout tone="bad">
              {t(($) => $.planning.samples.unbound, { variables: wordedPreview.unbound.join(", ") })}
            </Callout>
          ) : undefined}
          <ul aria-label={t(($) => $.planning.samples.list)} className={classes["samples"]}>
            {wordedPreview.samples.map(
              ({ row, name, endpoint, identifier: input, text, segments, segmentsExact, encoding }) => (
                <li key={row}>
                  <p className="muted">
                    {[name ?? endpoint, ...(input === endpoint || input === name ? [] : [input])].join(" · ")} ·{" "}
                    {formatSegments(segments, segmentsExact)} · {encoding === "gsm7" ? "GSM-7" : "UCS-2"}
                  </p>
                  <p className={classes["sample"]}>{text}</p>
                </li>
              ),
            )}
          </ul>
        </>
      )}
    </Panel>
  );
}
