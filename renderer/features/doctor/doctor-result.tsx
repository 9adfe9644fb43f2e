/** The verdicts: counts that filter, the rows, and what can be done with those that were found. */
import { Button } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import { counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { CountChips } from "../../ui/count-chips.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { ListWaiting } from "../../ui/page-frame/list-waiting.tsx";
import classes from "./doctor-page.module.css";
import type { Examination } from "./doctor-slice.ts";
import { presentList, sameList } from "./doctor-slice.ts";
import { ResultDeeds } from "./result-deeds.tsx";
import { ResultRows } from "./result-rows.tsx";
import { lineCount, rowsWith, verdicts, verdictWords } from "./verdict-model.ts";

export interface DoctorResultProps {
  readonly onExamine: () => void;
  /** The verdicts belong to another connection and are being renewed. */
  readonly stale: boolean;
}

export function DoctorResult({ onExamine, stale }: DoctorResultProps): ReactElement {
  const examination = useFleetdesk((state) => state.examination);
  const found = stale ? undefined : shown(examination);
  const list = useFleetdesk((state) => state.doctorFile?.text ?? state.doctorText);
  const lines = useMemo(() => lineCount(list), [list]);
  if (examination.state === "failed" && found === undefined)
    return (
      <FailureNotice
        actions={<Button onClick={onExamine}>Try again</Button>}
        failure={examination.failure}
        title="The list could not be examined"
      />
    );
  if (examination.state === "never")
    return (
      <Notice title="Paste anything that names an endpoint">
        ICCID, IMSI, MSISDN, IMEI, endpoint ids and names, mixed as they come. What a spreadsheet has damaged, wrong
        check digits and duplicates are named by their row.
      </Notice>
    );
  if (found === undefined)
    return (
      <ListWaiting label="Examining">
        <p className="muted">Examining {counted(lines, "line")} …</p>
      </ListWaiting>
    );
  if (found.rows.length === 0)
    return (
      <Notice title="There is nothing in this list">Each of its {counted(found.emptyLines, "line")} is empty.</Notice>
    );
  return (
    <>
      {examination.state === "failed" ? (
        <div className={classes["failure"]}>
          <Callout title="The list could not be examined; these are the verdicts from before" tone="bad">
            {examination.failure.message}
          </Callout>
        </div>
      ) : undefined}
      <Verdicts found={found} />
    </>
  );
}

function Verdicts({ found }: { readonly found: Examination }): ReactElement {
  const pressed = useFleetdesk((state) => state.doctorVerdicts);
  const showVerdicts = useFleetdesk((state) => state.showVerdicts);
  const outdated = useFleetdesk((state) => !sameList(found.of, presentList(state)));
  const rows = useMemo(() => rowsWith(found.rows, pressed), [found, pressed]);
  const chips = verdicts.flatMap((id) => {
    const count = found.counts[id] ?? 0;
    return count === 0 ? [] : [{ id, count, ...verdictWords[id] }];
  });
  const column = found.column;
  return (
    <>
      <div className={classes["chips"]}>
        <CountChips chips={chips} label="Verdicts" onPress={showVerdicts} pressed={pressed}>
          <span className="muted">
            {counted(found.rows.length, "row")}
            {column === undefined ? "" : `, read from column ${column.number}${named(column.header)}`}
            {found.emptyLines === 0 ? "" : `, ${counted(found.emptyLines, "empty line")} left out`}
          </span>
        </CountChips>
        {outdated ? (
          <span className={classes["outdated"]}>The list has changed since it was examined.</span>
        ) : undefined}
      </div>
      <ResultRows list={`${found.number} ${pressed.join(" ")}`} rows={rows} />
      <ResultDeeds filtered={pressed.length > 0} found={found} outdated={outdated} rows={rows} />
    </>
  );
}

function named(header: string | undefined): string {
  return header === undefined || header === "" ? "" : ` “${header}”`;
}
