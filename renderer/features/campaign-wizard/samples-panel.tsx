/** How the text reads for real recipients, the longest among them. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { count, formatSegments } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { reasonCounts } from "../campaigns/exclusion-reasons-model.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { nothingWritten, wordingOf } from "./draft-model.ts";
import { usePreview } from "./use-preview.ts";
import classes from "./wizard.module.css";
import { joinFacts } from "./words-model.ts";

/** Exclusion reasons that another text can change. */
const ofText: readonly string[] = ["missing-variable", "text-too-long"];

export function SamplesPanel(): ReactElement {
  const { preview, busy, problem } = usePreview();
  const hasText = useFleetdesk((state) => wordingOf(state.wizard?.body ?? nothingWritten) !== undefined);
  const judged = shown(preview);
  const found = hasText ? judged : undefined;
  const byText = Object.fromEntries(
    Object.entries(found?.excludedByReason ?? {}).filter(([reason]) => ofText.includes(reason)),
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
      {found === undefined ? (
        <p className="muted">{t(($) => $.planning.samples.empty)}</p>
      ) : (
        <>
          {found.unbound.length > 0 ? undefined : (
            <p>
              <b>{t(($) => $.common.recipientCount, { count: found.included })}</b>
              {" · "}
              {joinFacts([
                t(($) => $.planning.samples.total, { segments: formatSegments(found.segments, found.segmentsExact) }),
                t(($) => $.planning.samples.longest, { count: found.longest }),
                found.unicode > 0
                  ? t(($) => $.planning.samples.unicode, { recipients: count(found.unicode) })
                  : undefined,
              ])}
            </p>
          )}
          {Object.keys(byText).length === 0 ? undefined : (
            <Callout tone="waiting">{t(($) => $.planning.samples.excluded, { reasons: reasonCounts(byText) })}</Callout>
          )}
          {found.unbound.length > 0 ? (
            <Callout tone="bad">
              {t(($) => $.planning.samples.unbound, { variables: found.unbound.join(", ") })}
            </Callout>
          ) : undefined}
          <ul aria-label={t(($) => $.planning.samples.list)} className={classes["samples"]}>
            {found.samples.map(({ row, name, endpoint, given, text, segments, segmentsExact, encoding }) => (
              <li key={row}>
                <p className="muted">
                  {[name ?? endpoint, ...(given === endpoint || given === name ? [] : [given])].join(" · ")} ·{" "}
                  {formatSegments(segments, segmentsExact)} · {encoding === "gsm7" ? "GSM-7" : "UCS-2"}
                </p>
                <p className={classes["sample"]}>{text}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
