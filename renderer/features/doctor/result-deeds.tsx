/** What follows from the verdicts: the found ones become a selection or an audience, the rest goes back to whoever sent it. */
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactElement, useMemo, useState } from "react";
import type { ExaminedRow } from "#contract/doctor.ts";
import { count, counted } from "../../lib/format.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./doctor-page.module.css";
import type { Examination } from "./doctor-slice.ts";
import { SaveAudience } from "./save-audience.tsx";
import { rejects, resolvedIds } from "./verdict-model.ts";

export interface ResultDeedsProps {
  readonly found: Examination;
  /** Rows that are shown. */
  readonly rows: readonly ExaminedRow[];
  readonly filtered: boolean;
  /** The verdicts are of another list than the one that is there now. */
  readonly outdated: boolean;
}

export function ResultDeeds({ found, rows, filtered, outdated }: ResultDeedsProps): ReactElement {
  const ids = useMemo(() => resolvedIds(found.rows), [found]);
  const refused = useMemo(() => rejects(found.rows), [found]);
  const out = filtered ? rows : refused;
  const [naming, setNaming] = useState(false);
  const [writing, setWriting] = useState(false);
  const selectInFleet = useFleetdesk((state) => state.selectInFleet);
  const go = useFleetdesk((state) => state.go);
  const select = (): void => {
    selectInFleet({ connection: found.connection, collection: "endpoint" }, ids);
    go({ path: ["fleet", "endpoint"], query: {} });
  };
  const write = (): void => {
    setWriting(true);
    void exportRows(out).finally(() => setWriting(false));
  };
  const why = outdated ? { title: "The list has changed. Examine it first." } : {};
  return (
    <div className={classes["foot"]}>
      <span>{counted(ids.length, "endpoint")} found</span>
      <Button {...why} disabled={outdated || ids.length === 0} onClick={select} variant="filled">
        Select in the list
      </Button>
      <Button {...why} disabled={outdated || ids.length === 0} onClick={() => setNaming(true)}>
        Save as audience
      </Button>
      <Button {...why} disabled={outdated || out.length === 0} loading={writing} onClick={write}>
        {filtered ? `Export ${count(out.length)} shown` : `Export ${counted(out.length, "reject")}`}
      </Button>
      <SaveAudience ids={ids} onClose={() => setNaming(false)} opened={naming} />
    </div>
  );
}

async function exportRows(rows: readonly ExaminedRow[]): Promise<void> {
  try {
    const written = await fleet.doctor.exportRows({ suggestedName: "identifiers.csv", rows: [...rows] });
    if (written.outcome === "written")
      notifications.show({
        title: "Exported",
        message: `${counted(written.rows, "row")} in ${written.file ?? "a file"}.`,
      });
  } catch (error) {
    notifications.show({ title: "Nothing was exported", message: failureOf(error).message, color: "red" });
  }
}
