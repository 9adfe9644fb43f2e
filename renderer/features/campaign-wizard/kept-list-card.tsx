/** The columns and first rows of a list, and which column names the endpoint. */
import { Button, Select } from "@mantine/core";
import type { ReactElement } from "react";
import type { KeptList } from "#contract/drafts.ts";
import { counted } from "../../lib/format.ts";
import { namedColumns } from "./draft-model.ts";
import classes from "./wizard.module.css";

export interface KeptListCardProps {
  readonly kept: KeptList;
  readonly note: string | undefined;
  /** The column that was chosen; undefined for the recognised one. */
  readonly by: string | undefined;
  readonly onBy: (by: string | undefined) => void;
  readonly onRemove: () => void;
}

const shownRows = 5;

export function KeptListCard({ kept, note, by: chosen, onBy, onRemove }: KeptListCardProps): ReactElement {
  const { name, columns, rows, head, column, by: kind } = kept;
  const by = chosen ?? column ?? null;
  const named = namedColumns(kept);
  const recognised =
    column === undefined
      ? "None was recognised. Choose one."
      : `“${column}” was recognised${kind === undefined ? "" : `, as ${kind.toUpperCase()}`}.`;
  return (
    <div aria-label={name} className={classes["list"]} role="group">
      <p>
        <b>{name}</b> <span className="muted">{counted(rows, "row")} · added to the audience</span>
      </p>
      {note === undefined ? undefined : <p className="muted">{note}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to be reached by keyboard */}
      <div aria-label={`First rows of ${name}`} className={classes["scroll"]} role="region" tabIndex={0}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              {columns.map((title, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns may have the same name
                <th data-by={title === by || undefined} key={`${at} ${title}`} scope="col">
                  {title === "" ? "without a name" : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.slice(0, shownRows).map((values, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the first rows of a file never change places
              <tr key={at}>
                {columns.map((title, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td className="mono" data-by={title === by || undefined} key={`${index} ${title}`}>
                    {values[index] ?? ""}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows > shownRows ? (
        <p className="muted">The first {shownRows} rows are shown; the other columns can be variables of the text.</p>
      ) : undefined}
      {named.length > 1 ? (
        <Select
          allowDeselect={false}
          data={named}
          description={recognised}
          label="The column that names the endpoint"
          error={by === null ? "Choose the column. Without it, no row of this list is in the audience." : undefined}
          onChange={(next) => onBy(next === column || next === null ? undefined : next)}
          placeholder="Choose"
          value={by}
        />
      ) : column === undefined ? (
        <p className="muted">Each row is read as what it is: an id, ICCID, IMSI, MSISDN, IMEI or name.</p>
      ) : undefined}
      <div className={classes["buttons"]}>
        <Button onClick={onRemove}>Remove this list</Button>
      </div>
    </div>
  );
}
