/** The rows of the list with their verdicts, however many. */
import type { ReactElement } from "react";
import type { ExaminedRow, Verdict } from "#contract/doctor.ts";
import { formatOpen } from "../../lib/records.ts";
import { useFleetdesk } from "../../store/store.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import classes from "./doctor-page.module.css";
import { detailOf, kindWords, verdictWords } from "./verdict-model.ts";

const rowPx = (): number => 28;
const keyOf = ({ row }: ExaminedRow): number => row;

export interface ResultRowsProps {
  readonly rows: readonly ExaminedRow[];
  readonly pressed: readonly Verdict[];
}

export function ResultRows({ rows, pressed }: ResultRowsProps): ReactElement {
  const place = useFleetdesk((state) => state.doctorPlace);
  const keepDoctorPlace = useFleetdesk((state) => state.keepDoctorPlace);
  const refine = useFleetdesk((state) => state.refine);
  const opened = useFleetdesk((state) => state.address.query["open"]);
  const openOf = ({ endpoint }: ExaminedRow): string | undefined =>
    endpoint === undefined ? undefined : formatOpen({ collection: "endpoint", id: endpoint.id });
  return (
    <RowList
      head={["Row", "Given", "Verdict", "Endpoint", "Why"]}
      heightOf={rowPx}
      isMarked={(row) => opened !== undefined && openOf(row) === opened}
      key={pressed.join(" ")}
      keyOf={keyOf}
      label="Verdicts by row"
      onOpen={(row) => {
        const open = openOf(row);
        if (open !== undefined) refine({ open, tab: undefined });
      }}
      onPlace={keepDoctorPlace}
      place={place}
      renderCells={(row) => <Cells row={row} />}
      rows={rows}
      template="52px minmax(120px, 1.1fr) max(170px, 14%) minmax(110px, 1fr) minmax(120px, 1.6fr)"
    />
  );
}

function Cells({ row }: { readonly row: ExaminedRow }): ReactElement {
  const from = useFleetdesk((state) => state.address);
  const { text, tone } = verdictWords[row.verdict];
  const { endpoint } = row;
  const why = detailOf(row);
  return (
    <>
      <span className={classes["number"]} role="gridcell">
        {row.row}
      </span>
      <span className={`mono ${classes["cell"]}`} role="gridcell" title={row.given}>
        {row.given}
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
        {row.kind === undefined ? undefined : <span className="muted"> by {kindWords[row.kind]}</span>}
      </span>
      <span className={`muted ${classes["cell"]}`} role="gridcell" title={why}>
        {why}
      </span>
    </>
  );
}
