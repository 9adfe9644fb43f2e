/** The rows of the list with their verdicts, virtualised. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { ExaminedRow } from "#shared/contract/fleet/doctor.ts";
import { formatOpen } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { RecordLink } from "../../../ui/record-link.tsx";
import { RowList } from "../../../ui/row-list.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import classes from "./doctor-page.module.css";
import { viewOf } from "./doctor-slice.ts";
import { detailOf, hasDetail, identifierKindLabels, verdictLabels } from "./verdict-labels.ts";

/** Pixels; a row with a reason has a second line. */
const heightOf = (row: ExaminedRow): number => (hasDetail(row) ? 46 : 28);
const keyOf = ({ row }: ExaminedRow): number => row;

export interface ResultRowsProps {
  /** Number of the examination. */
  readonly examination: number;
  readonly rows: readonly ExaminedRow[];
  /** Identity of the list: a change scrolls to the top. */
  readonly list: string;
}

export function ResultRows({ examination, rows, list }: ResultRowsProps): ReactElement {
  const view = useFleetdesk((state) => state.verdictView);
  const showVerdicts = useFleetdesk((state) => state.showVerdicts);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const opened = useFleetdesk((state) => state.address.query["open"]);
  const openOf = ({ endpoint }: ExaminedRow): string | undefined =>
    endpoint === undefined ? undefined : formatOpen({ collection: "endpoint", id: endpoint.id });
  return (
    <RowList
      head={[
        t(($) => $.fleet.doctor.row),
        t(($) => $.fleet.doctor.value),
        t(($) => $.fleet.doctor.type),
        t(($) => $.fleet.doctor.result),
        t(($) => $.fleet.record.endpoint),
      ]}
      heightOf={heightOf}
      isMarked={(row) => opened !== undefined && openOf(row) === opened}
      key={list}
      keyOf={keyOf}
      label={t(($) => $.fleet.doctor.resultsByRow)}
      onOpen={(row) => {
        const open = openOf(row);
        if (open !== undefined) setQuery({ open }, { replace: opened !== undefined });
      }}
      onPlace={(place) => showVerdicts(examination, { place })}
      place={viewOf(view, examination).place}
      renderCells={(row) => <Cells row={row} />}
      rows={rows}
      template="44px minmax(152px, 1.4fr) 70px 128px minmax(90px, 1.2fr)"
    />
  );
}

function Cells({ row }: { readonly row: ExaminedRow }): ReactElement {
  const from = useFleetdesk((state) => state.address);
  const { text, tone } = verdictLabels[row.verdict];
  const { endpoint } = row;
  const reason = detailOf(row);
  return (
    <>
      <span className={classes["number"]} role="gridcell">
        {row.row}
      </span>
      <span className={`mono ${classes["cell"]}`} role="gridcell" title={row.identifier}>
        {row.identifier}
      </span>
      <span className={`muted ${classes["cell"]}`} role="gridcell">
        {row.kind === undefined ? undefined : identifierKindLabels[row.kind]}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
      <span className={classes["cell"]} role="gridcell">
        {endpoint === undefined ? undefined : (
          <RecordLink from={from} quiet to={{ collection: "endpoint", id: endpoint.id }}>
            {endpoint.name ?? endpoint.id}
          </RecordLink>
        )}
      </span>
      {reason === "" ? undefined : (
        <span className={`muted ${classes["reason"]}`} role="gridcell" title={reason}>
          {reason}
        </span>
      )}
    </>
  );
}
