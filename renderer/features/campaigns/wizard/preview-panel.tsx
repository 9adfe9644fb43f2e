/** Result of the audience: the number of recipients, and all exclusions with row and reason. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo, useState } from "react";
import { type AsyncState, dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { Panel } from "../../../ui/panel.tsx";
import classes from "./wizard.module.css";
import type { Preview } from "./wizard-slice.ts";
import { fleet } from "../../../lib/fleet.ts";
import { exclusionReasons, formatReason, reasonCounts } from "../recipient-filter.ts";
import { CountChips } from "../../../ui/count-chips.tsx";
import { RowList } from "../../../ui/row-list.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { emptyBody, isSamePreviewQuery, previewQueryOf, wordingOf } from "./draft-body.ts";
import { exclusionPlace, joinFacts } from "./plan-text.ts";
import { formatSegments } from "#shared/format.ts";

export function PreviewPanel(): ReactElement {
  const { preview, busy, problem } = usePreview();
  const refresh = useFleetdesk((state) => state.previewWizard);
  const data = dataOf(preview);
  return (
    <Panel
      aside={busy ? <span className="muted">{t(($) => $.planning.preview.updating)}</span> : undefined}
      title={t(($) => $.planning.preview.title)}
    >
      {problem === undefined ? undefined : (
        <Callout
          actions={<Button onClick={() => void refresh()}>{t(($) => $.planning.preview.checkAgain)}</Button>}
          title={t(($) => $.planning.preview.failed)}
          tone="bad"
        >
          <p>{problem}</p>
        </Callout>
      )}
      {data !== undefined ? (
        <PreviewSummary preview={data} />
      ) : problem === undefined ? (
        <p className="muted">{busy ? t(($) => $.planning.preview.checking) : t(($) => $.planning.preview.empty)}</p>
      ) : undefined}
    </Panel>
  );
}

function PreviewSummary({ preview }: { readonly preview: Preview }): ReactElement {
  const { included, excluded, unresolved, note, column, by } = preview;
  return (
    <>
      <p aria-live="polite" className={classes["figure"]}>
        <RichText components={{ small: <small /> }} count={included} text={($) => $.planning.preview.recipients} />
      </p>
      {column === undefined ? undefined : (
        <p className="muted">
          {by === undefined
            ? t(($) => $.planning.preview.column, { column })
            : t(($) => $.planning.preview.columnKind, { column, kind: t(($) => $.fleet.identifierKinds[by]) })}
        </p>
      )}
      {unresolved > 0 ? (
        <p className="muted">{t(($) => $.planning.preview.notCached, { count: unresolved })}</p>
      ) : undefined}
      {note === undefined ? undefined : <Callout tone="waiting">{note}</Callout>}
      {excluded === 0 ? (
        <p className="muted">{t(($) => $.planning.excluded.none)}</p>
      ) : (
        <ExclusionRows preview={preview} />
      )}
    </>
  );
}

type Exclusion = Preview["exclusions"][number];

const rowPx = 28;
const order = Object.keys(exclusionReasons);
const atTop = { offset: 0, active: 0 };

/** Excluded rows with reasons: as a list, by reason, and as a file. */
function ExclusionRows({ preview }: { readonly preview: Preview }): ReactElement {
  const { excluded, exclusions, excludedByReason } = preview;
  const [pressed, setPressed] = useState<readonly string[]>([]);
  const several = useFleetdesk((state) => (state.wizard?.body.audience ?? []).length > 1);
  const rows = exclusions.filter(({ reason }) => pressed.length === 0 || pressed.includes(reason));
  const chips = Object.entries(excludedByReason)
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([id, many]) => ({ id, text: formatReason(id), count: many, tone: "neutral" as const }));
  return (
    <>
      <p>
        <b>{t(($) => $.planning.excluded.title, { count: excluded })}</b>
      </p>
      <CountChips chips={chips} label={t(($) => $.planning.excluded.byReason)} onPress={setPressed} pressed={pressed} />
      <div className={classes["rows"]} style={{ height: 32 + rowPx * Math.min(Math.max(rows.length, 2), 11) }}>
        <RowList<Exclusion>
          head={[
            t(($) => $.planning.excluded.row),
            t(($) => $.planning.excluded.identifier),
            t(($) => $.planning.excluded.reason),
          ]}
          heightOf={() => rowPx}
          key={pressed.join(" ")}
          keyOf={({ row }) => row}
          label={t(($) => $.planning.excluded.rows)}
          onOpen={() => undefined}
          onPlace={() => undefined}
          place={atTop}
          renderCells={({ source, sourceRow, identifier: input, reason, detail }) => (
            <>
              <span role="gridcell">{exclusionPlace({ source, sourceRow }, several)}</span>
              <span className="mono" role="gridcell" title={input}>
                {input}
              </span>
              <span role="gridcell" title={detail ?? formatReason(reason)}>
                {detail === undefined
                  ? formatReason(reason)
                  : t(($) => $.planning.excluded.reasonDetail, { reason: formatReason(reason), detail })}
              </span>
            </>
          )}
          rows={rows}
          template={
            several ? "minmax(96px, auto) minmax(0, 1fr) minmax(0, 1.6fr)" : "64px minmax(0, 1fr) minmax(0, 1.6fr)"
          }
        />
      </div>
      {exclusions.length < excluded ? (
        <p className="muted">{t(($) => $.planning.excluded.firstRows, { visible: exclusions.length })}</p>
      ) : undefined}
      <ExportExclusions />
    </>
  );
}

function ExportExclusions(): ReactElement {
  const { busy, failure, run } = useCall();
  const [written, setWritten] = useState<string>();
  const write = (): void =>
    void run(async () => {
      const { wizard } = useFleetdesk.getState();
      const { body, connection } = wizard ?? { body: emptyBody, connection: undefined };
      const wording = wordingOf(body);
      const campaign = body.name ?? t(($) => $.planning.excluded.unnamedCampaign);
      const { outcome, rows, file } = await fleet.planning.exportExclusions({
        audience: [...(body.audience ?? [])],
        suggestedName: t(($) => $.planning.excluded.fileName, { campaign: campaign.trim().slice(0, 80) }),
        connection,
        wording,
        maxSegments: body.maxSegments,
      });
      setWritten(
        outcome === "written" ? t(($) => $.planning.excluded.exported, { count: rows, file: file ?? "" }) : undefined,
      );
    });
  return (
    <div className="controls">
      <Button loading={busy} onClick={write}>
        {t(($) => $.planning.excluded.export)}
      </Button>
      {written === undefined ? undefined : (
        <span className="muted" role="status">
          {written}
        </span>
      )}
      {failure === undefined ? undefined : (
        <span className={classes["bad"]} role="alert">
          {formatText(failure.text)}
        </span>
      )}
    </div>
  );
}

// Preview of the draft, refreshed shortly after a change.

const afterMs = 300;

interface PreviewState {
  readonly preview: AsyncState<Preview>;
  /** The preview is outdated or loading. */
  readonly busy: boolean;
  /** Why there is no preview, as a whole sentence. */
  readonly problem: string | undefined;
}

export function usePreview(): PreviewState {
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const audience = useFleetdesk((state) => state.wizard?.body.audience);
  const text = useFleetdesk((state) => state.wizard?.body.text);
  const bindings = useFleetdesk((state) => state.wizard?.body.bindings);
  const maxSegments = useFleetdesk((state) => state.wizard?.body.maxSegments);
  const preview = useFleetdesk((state) => state.wizardPreview);
  const of = useFleetdesk((state) => state.wizardPreviewOf);
  const refresh = useFleetdesk((state) => state.previewWizard);
  const isEmpty = (audience ?? []).length === 0;
  const now = useMemo(
    () =>
      previewQueryOf({
        connection,
        body: {
          audience,
          text,
          bindings,
          maxSegments,
        },
      }),
    [audience, bindings, connection, maxSegments, text],
  );
  const stale = of === undefined || !isSamePreviewQuery(of, now);
  useEffect(() => {
    if (of !== undefined && isSamePreviewQuery(of, now)) return undefined;
    const timer = window.setTimeout(() => void refresh(), afterMs);
    return () => window.clearTimeout(timer);
  }, [refresh, now, of]);
  const busy = !isEmpty && (stale || preview.state === "loading");
  return { preview, busy, problem: preview.state === "failed" && !busy ? formatText(preview.failure.text) : undefined };
}

// The text for sample recipients, including the longest one.

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
                  ? t(($) => $.planning.samples.unicode, { count: wordedPreview.unicode })
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
