/** Columns and first rows of a list, and its identifier column. */
import { t } from "#shared/texts/text.ts";
import { Button, Select } from "@mantine/core";
import type { ReactElement } from "react";
import type { SavedList } from "#shared/contract/campaigns/drafts.ts";
import { namedColumns } from "./draft-body.ts";
import classes from "./wizard.module.css";

export interface SavedListCardProps {
  readonly list: SavedList;
  readonly note: string | undefined;
  /** The selected column; undefined for the recognised one. */
  readonly by: string | undefined;
  readonly onBy: (by: string | undefined) => void;
  readonly onRemove: () => void;
}

const maxPreviewRows = 5;

export function SavedListCard({ list, note, by: selected, onBy, onRemove }: SavedListCardProps): ReactElement {
  const { name, columns, rows, head, column, by: kind } = list;
  const by = selected ?? column ?? null;
  const named = namedColumns(list);
  const recognised =
    column === undefined
      ? t(($) => $.planning.list.notDetected)
      : kind === undefined
        ? t(($) => $.planning.list.detected, { column })
        : t(($) => $.planning.list.detectedKind, { column, kind: t(($) => $.fleet.identifierKinds[kind]) });
  return (
    <div aria-label={name} className={classes["list"]} role="group">
      <p>
        <b>{name}</b> <span className="muted">{t(($) => $.planning.list.added, { count: rows })}</span>
      </p>
      {note === undefined ? undefined : <p className="muted">{note}</p>}
      <div
        aria-label={t(($) => $.planning.list.firstRows, { name })}
        className={classes["scroll"]}
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
        tabIndex={0}
      >
        <table className={classes["table"]}>
          <thead>
            <tr>
              {columns.map((title, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns may have the same name
                <th data-by={title === by || undefined} key={`${at} ${title}`} scope="col">
                  {title === "" ? t(($) => $.planning.list.unnamedColumn) : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.slice(0, maxPreviewRows).map((values, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the first rows of a file never change their order
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
      {rows > maxPreviewRows ? (
        <p className="muted">{t(($) => $.planning.list.firstRowsNote, { visible: maxPreviewRows })}</p>
      ) : undefined}
      {named.length > 1 ? (
        <Select
          allowDeselect={false}
          data={named}
          description={recognised}
          label={t(($) => $.planning.list.column)}
          error={by === null ? t(($) => $.planning.list.columnMissing) : undefined}
          onChange={(next) => onBy(next === column || next === null ? undefined : next)}
          placeholder={t(($) => $.planning.add.select)}
          value={by}
        />
      ) : column === undefined ? (
        <p className="muted">{t(($) => $.planning.list.byFormat)}</p>
      ) : undefined}
      <div className={classes["buttons"]}>
        <Button onClick={onRemove}>{t(($) => $.planning.list.remove)}</Button>
      </div>
    </div>
  );
}
