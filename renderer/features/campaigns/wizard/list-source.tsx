/** Adds a list: pasted text, or a dropped or selected file. It is added immediately; its first rows and its identifier column are shown. */
import { t } from "#shared/texts/text.ts";
import { Button, FileButton, Select, Textarea } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { AudienceSource, AudienceSteps } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { saveColumn } from "../../../lib/saved-columns.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { ListFile } from "./use-list-file.ts";
import classes from "./wizard.module.css";
import type { SavedList } from "#shared/contract/campaigns/drafts.ts";
import { columnField, namedColumns } from "./draft-body.ts";

/** Issues that the field of a list corrects: its own, and a missing audience. */
const listFields = ["list", "audience"].join(" ");

export interface ListSourceProps {
  readonly file: ListFile;
  readonly audience: AudienceSteps;
  readonly onChange: (audience: AudienceSteps) => void;
}

export function ListSource({ file, audience, onChange }: ListSourceProps): ReactElement {
  const input = useFleetdesk((state) => state.wizard?.body.invalidInput?.["list"] ?? "");
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const { lists, workOn, problem, busy } = file;
  const choose = (id: number, by: string | undefined): void => {
    workOn(id);
    onChange(audience.map((step) => (isOf(id, step.source) ? { ...step, source: { list: { id, by } } } : step)));
  };
  return (
    <Panel title={t(($) => $.planning.list.title)}>
      <Textarea
        aria-label={t(($) => $.planning.list.pasted)}
        autosize
        data-field={listFields}
        maxRows={8}
        minRows={3}
        onChange={({ currentTarget }) => typeInto("list", currentTarget.value)}
        placeholder={t(($) => $.planning.list.placeholder)}
        spellCheck={false}
        value={input}
      />
      <div className={classes["buttons"]}>
        <Button disabled={input.trim() === ""} loading={busy} onClick={() => void file.takePasted(input)}>
          {t(($) => $.planning.list.add)}
        </Button>
        <FileButton
          accept=".csv,.txt,.tsv,.xlsx,text/*"
          onChange={(selected) => void file.take(selected === null ? [] : [selected])}
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileUpload aria-hidden="true" size={15} stroke={1.6} />}>
              {t(($) => $.planning.list.openFile)}
            </Button>
          )}
        </FileButton>
      </div>
      {lists.map(({ list, note }) => (
        <SavedListCard
          by={columnOf(list.id, audience)}
          list={list}
          key={list.id}
          note={note}
          onBy={(by) => {
            saveColumn(list.columns, by);
            choose(list.id, by);
          }}
          onRemove={() => onChange(audience.filter(({ source }) => !isOf(list.id, source)))}
        />
      ))}
      {problem === undefined ? undefined : (
        <Callout title={t(($) => $.planning.list.failed)} tone="bad">
          <p>{problem}</p>
        </Callout>
      )}
    </Panel>
  );
}

function isOf(id: number, source: AudienceSource): boolean {
  return "list" in source && source.list.id === id;
}

/** The identifier column selected for a list. */
function columnOf(id: number, audience: AudienceSteps): string | undefined {
  const [by] = audience.flatMap(({ source }) => ("list" in source && source.list.id === id ? [source.list.by] : []));
  return by;
}

interface SavedListCardProps {
  readonly list: SavedList;
  readonly note: string | undefined;
  /** The selected column; undefined for the recognised one. */
  readonly by: string | undefined;
  readonly onBy: (by: string | undefined) => void;
  readonly onRemove: () => void;
}

const maxPreviewRows = 5;

/** Columns and first rows of a list, and its identifier column. */
function SavedListCard({ list, note, by: selected, onBy, onRemove }: SavedListCardProps): ReactElement {
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
          data-field={columnField(list.id)}
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
