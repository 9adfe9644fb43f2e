/** The verdicts: counts that filter, the rows, and actions on the resolved endpoints. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { FailureCallout } from "../../../ui/callout.tsx";
import { CountChips } from "../../../ui/count-chips.tsx";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { ListWaiting } from "../../../ui/page-frame/page.tsx";
import classes from "./doctor-page.module.css";
import { currentInput, sameList, viewOf } from "./doctor-slice.ts";
import { type Examination, useExamination } from "./use-examination.ts";
import {
  lineCount,
  rowsWith,
  verdicts,
  verdictLabels,
  rejects,
  resolvedIds,
  detailOf,
  hasDetail,
  identifierKindLabels,
} from "./verdict-labels.ts";
import type { ExaminedRow } from "#shared/contract/fleet/doctor.ts";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { exportVerdicts } from "../export-actions.ts";
import { selectInFleet } from "../fleet-slice.ts";
import { fleet } from "../../../lib/fleet.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { formatOpen } from "../../../lib/records.ts";
import { RecordLink } from "../../../ui/record-link.tsx";
import { RowList } from "../../../ui/row-list.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";

interface DoctorResultProps {
  readonly onExamine: () => void;
  /** The verdicts belong to another connection and are being refreshed. */
  readonly stale: boolean;
}

export function DoctorResult({ onExamine, stale }: DoctorResultProps): ReactElement {
  const examination = useExamination();
  const result = stale ? undefined : dataOf(examination);
  const list = useFleetdesk((state) => state.doctorFile?.text ?? state.doctorText);
  const lines = useMemo(() => lineCount(list), [list]);
  if (examination.state === "failed" && result === undefined)
    return (
      <FailureNotice
        actions={<Button onClick={onExamine}>{t(($) => $.fleet.doctor.checkAgain)}</Button>}
        failure={examination.failure}
        title={t(($) => $.fleet.doctor.failed)}
      />
    );
  if (examination.state === "never")
    return <Notice title={t(($) => $.fleet.doctor.empty)}>{t(($) => $.fleet.doctor.emptyHelp)}</Notice>;
  if (result === undefined)
    return (
      <ListWaiting label={t(($) => $.fleet.doctor.checking)}>
        <p className="muted">{t(($) => $.fleet.doctor.checkingLines, { count: lines })}</p>
      </ListWaiting>
    );
  if (result.rows.length === 0)
    return (
      <Notice title={t(($) => $.fleet.doctor.noRows)}>
        {t(($) => $.fleet.doctor.noRowsHelp, { count: result.emptyLines })}
      </Notice>
    );
  return (
    <>
      {examination.state === "failed" ? (
        <div className={classes["failure"]}>
          <FailureCallout failure={examination.failure} title={t(($) => $.fleet.doctor.refreshFailed)} />
        </div>
      ) : undefined}
      <Verdicts result={result} />
    </>
  );
}

const top = { offset: 0, active: 0 };

function Verdicts({ result }: { readonly result: Examination }): ReactElement {
  const view = useFleetdesk((state) => state.verdictView);
  const pressed = viewOf(view, result.number).verdicts;
  const showVerdicts = useFleetdesk((state) => state.showVerdicts);
  const outdated = useFleetdesk((state) => !sameList(result.of, currentInput(state)));
  const rows = useMemo(() => rowsWith(result.rows, pressed), [result, pressed]);
  const chips = verdicts.flatMap((id) => {
    const count = result.counts[id] ?? 0;
    return count === 0 ? [] : [{ id, count, ...verdictLabels[id] }];
  });
  const column = result.column;
  return (
    <>
      <div className={classes["chips"]}>
        <CountChips
          chips={chips}
          label={t(($) => $.fleet.doctor.results)}
          onPress={(next) => showVerdicts(result.number, { verdicts: next, place: top })}
          pressed={pressed}
        >
          <span className="muted">
            {[
              t(($) => $.common.rowCount, { count: result.rows.length }),
              ...(column === undefined ? [] : [columnText(column)]),
              ...(result.emptyLines === 0 ? [] : [t(($) => $.fleet.doctor.emptyLines, { count: result.emptyLines })]),
            ].join(" · ")}
          </span>
        </CountChips>
        {outdated ? <span className={classes["outdated"]}>{t(($) => $.fleet.doctor.outdated)}</span> : undefined}
      </div>
      <ResultRows examination={result.number} list={`${result.number} ${pressed.join(" ")}`} rows={rows} />
      <ResultActions filtered={pressed.length > 0} result={result} outdated={outdated} rows={rows} />
    </>
  );
}

function columnText({ number, header }: NonNullable<Examination["column"]>): string {
  return header === undefined || header === ""
    ? t(($) => $.fleet.doctor.columnNumber, { number })
    : t(($) => $.fleet.doctor.columnNamed, { number, name: header });
}

// Actions on the verdicts: select the resolved endpoints, save them as an audience, export the remaining rows.

interface ResultActionsProps {
  readonly result: Examination;
  /** The rows that match the filter. */
  readonly rows: readonly ExaminedRow[];
  readonly filtered: boolean;
  /** The verdicts belong to a list other than the current one. */
  readonly outdated: boolean;
}

function ResultActions({ result, rows, filtered, outdated }: ResultActionsProps): ReactElement {
  const ids = useMemo(() => resolvedIds(result.rows), [result]);
  const rejectedRows = useMemo(() => rejects(result.rows), [result]);
  const out = filtered ? rows : rejectedRows;
  const [naming, setNaming] = useState(false);
  const navigate = useFleetdesk((state) => state.navigate);
  const select = (): void => {
    selectInFleet(useFleetdesk.getState(), { connection: result.connection, collection: "endpoint" }, ids);
    navigate({ path: ["fleet", "endpoint"], query: {} });
  };
  const disabledReason = outdated ? { title: t(($) => $.fleet.doctor.checkFirst) } : {};
  return (
    <div className={classes["foot"]}>
      <span>{t(($) => $.fleet.doctor.resolved, { count: ids.length })}</span>
      <Button {...disabledReason} disabled={outdated || ids.length === 0} onClick={select} variant="filled">
        {t(($) => $.fleet.doctor.showInFleet)}
      </Button>
      <Button {...disabledReason} disabled={outdated || ids.length === 0} onClick={() => setNaming(true)}>
        {t(($) => $.fleet.doctor.saveAudience)}
      </Button>
      <ActionButton action={exportVerdicts} target={{ rows: out, outdated }}>
        {filtered
          ? t(($) => $.fleet.doctor.exportShown, { count: out.length })
          : t(($) => $.fleet.doctor.exportRejected, { count: out.length })}
      </ActionButton>
      <SaveAudience ids={ids} onClose={() => setNaming(false)} opened={naming} />
    </div>
  );
}

interface SaveAudienceProps {
  readonly ids: readonly string[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Saves a list of endpoints as an audience. */
function SaveAudience({ ids, opened, onClose }: SaveAudienceProps): ReactElement {
  const [name, setName] = useState("");
  const { busy, failure, run, clearFailure } = useCall();
  const notify = useFleetdesk((state) => state.notify);
  const save = (): void =>
    void run(async () => {
      const { id, size } = await fleet.fleet.saveAudience({ name: name.trim(), ids: [...ids] });
      notify({
        title: t(($) => $.fleet.audiences.saved, { name: name.trim() }),
        text: t(($) => $.common.endpointCount, { count: size }),
        tone: "plain",
        links: [{ text: t(($) => $.fleet.audiences.show), address: `/fleet/endpoint?audience=${id}` }],
      });
      setName("");
      onClose();
    });
  return (
    <ConfirmDialog
      call={{ busy, failure: undefined }}
      confirmation={
        opened
          ? {
              title: t(($) => $.fleet.audiences.saveTitle, { count: ids.length }),
              confirmLabel: t(($) => $.fleet.audiences.save),
            }
          : undefined
      }
      onClose={() => {
        clearFailure();
        onClose();
      }}
      onConfirm={save}
      ready={name.trim() !== ""}
    >
      <TextInput
        data-autofocus
        error={failure && formatText(failure.text)}
        label={t(($) => $.common.name)}
        maxLength={120}
        onChange={({ currentTarget: { value } }) => setName(value)}
        value={name}
      />
    </ConfirmDialog>
  );
}

// The rows of the list with their verdicts, virtualised.

/** Pixels; a row with a reason has a second line. */
const heightOf = (row: ExaminedRow): number => (hasDetail(row) ? 46 : 28);
const keyOf = ({ row }: ExaminedRow): number => row;

interface ResultRowsProps {
  /** Number of the examination. */
  readonly examination: number;
  readonly rows: readonly ExaminedRow[];
  /** Identity of the list: a change scrolls to the top. */
  readonly list: string;
}

function ResultRows({ examination, rows, list }: ResultRowsProps): ReactElement {
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
