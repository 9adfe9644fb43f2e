/** Actions on the verdicts: select the resolved endpoints, save them as an audience, export the remaining rows. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { ExaminedRow } from "#shared/contract/fleet/doctor.ts";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../../app/store/store.ts";
import classes from "./doctor-page.module.css";
import { exportVerdicts } from "../export-actions.ts";
import { selectInFleet } from "../fleet-slice.ts";
import type { Examination } from "./doctor-slice.ts";
import { SaveAudience } from "./save-audience.tsx";
import { rejects, resolvedIds } from "./verdict-labels.ts";

export interface ResultActionsProps {
  readonly result: Examination;
  /** The rows that match the filter. */
  readonly rows: readonly ExaminedRow[];
  readonly filtered: boolean;
  /** The verdicts belong to a list other than the current one. */
  readonly outdated: boolean;
}

export function ResultActions({ result, rows, filtered, outdated }: ResultActionsProps): ReactElement {
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
