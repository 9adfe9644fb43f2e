/** The verdicts: counts that filter, the rows, and actions on the resolved endpoints. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { CountChips } from "../../../ui/count-chips.tsx";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { ListWaiting } from "../../../ui/page-frame/list-waiting.tsx";
import classes from "./doctor-page.module.css";
import { currentInput, sameList, viewOf } from "./doctor-slice.ts";
import { type Examination, useExamination } from "./use-examination.ts";
import { ResultActions } from "./result-actions.tsx";
import { ResultRows } from "./result-rows.tsx";
import { lineCount, rowsWith, verdicts, verdictLabels } from "./verdict-labels.ts";

export interface DoctorResultProps {
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
          <Callout title={t(($) => $.fleet.doctor.refreshFailed)} tone="bad">
            {formatText(examination.failure.text)}
          </Callout>
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
