/** How the text reads for real recipients, the longest among them. */
import type { ReactElement } from "react";
import { count, counted, formatSegments } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { reasonCounts } from "../campaigns/exclusion-reasons-model.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { nothingWritten, wordingOf } from "./draft-model.ts";
import { usePreview } from "./use-preview.ts";
import classes from "./wizard.module.css";

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
    <Panel aside={busy ? <span className="muted">judging…</span> : undefined} title="How it reads">
      {problem === undefined ? undefined : (
        <Callout title="This text cannot be rendered" tone="bad">
          <p>{problem}</p>
        </Callout>
      )}
      {found === undefined ? (
        <p className="muted">With an audience and a text, five real recipients are shown here.</p>
      ) : (
        <>
          {found.unbound.length > 0 ? undefined : (
            <p>
              <b>{counted(found.included, "recipient")}</b>, {formatSegments(found.segments, found.segmentsExact)} in
              all, at most {counted(found.longest, "segment")} each
              {found.unicode > 0 ? `, ${count(found.unicode)} in UCS-2` : ""}.
            </p>
          )}
          {Object.keys(byText).length === 0 ? undefined : (
            <Callout tone="waiting">Excluded because of the text: {reasonCounts(byText)}.</Callout>
          )}
          {found.unbound.length > 0 ? (
            <Callout tone="bad">{`Nothing stands for ${found.unbound.join(", ")} yet.`}</Callout>
          ) : undefined}
          <ul aria-label="Samples" className={classes["samples"]}>
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
