/** Excluded rows with reasons: as a list, by reason, and as a file. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../../lib/fleet.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { exclusionReasons, formatReason } from "../exclusion-reasons.ts";
import { CountChips } from "../../../ui/count-chips.tsx";
import { RowList } from "../../../ui/row-list.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { emptyBody, wordingOf } from "./draft-body.ts";
import parts from "./audience.module.css";
import classes from "./wizard.module.css";
import type { Preview } from "./wizard-slice.ts";
import { exclusionPlace } from "./plan-text.ts";

type Exclusion = Preview["exclusions"][number];

const rowPx = 28;
const order = Object.keys(exclusionReasons);
const atTop = { offset: 0, active: 0 };

export function ExclusionRows({ preview }: { readonly preview: Preview }): ReactElement {
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
      <div className={parts["rows"]} style={{ height: 32 + rowPx * Math.min(Math.max(rows.length, 2), 11) }}>
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
    <div className={classes["buttons"]}>
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
