/** One changed record as a row. */
import type { ReactElement } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { formatRelative, formatDateTime } from "#shared/format.ts";
import { isNumbered } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { ChangeLines } from "../../../ui/change-lines.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useNow } from "../../../ui/use-now.ts";
import type { ChangeRow } from "./changes-request.ts";
import classes from "./changes-page.module.css";
import { nameKey } from "./changes-slice.ts";

export function ChangeCells({
  collection,
  row: { entry, labels, lines },
}: {
  readonly collection: Collection;
  readonly row: ChangeRow;
}): ReactElement {
  const name = useFleetdesk((state) => state.changeNames[nameKey(collection, entry)]) ?? "";
  const now = useNow();
  return (
    <>
      <span className={classes["endpoint"]} role="gridcell" title={entry.id}>
        <span className={name === "" || isNumbered(collection) ? "mono" : undefined}>
          {name === "" ? entry.id : name}
        </span>
      </span>
      <span className={classes["text"]} role="gridcell">
        {labels.map(({ id, text, tone }) => (
          <StatusPill key={id} tone={tone}>
            {text}
          </StatusPill>
        ))}
      </span>
      <span className={classes["lines"]} role="gridcell">
        {lines.length === 0 ? <span className="muted">–</span> : <ChangeLines lines={lines} />}
      </span>
      <span className={classes["time"]} role="gridcell" title={formatDateTime(entry.at)}>
        {formatRelative(entry.at, now)}
      </span>
    </>
  );
}
