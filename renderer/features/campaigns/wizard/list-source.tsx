/** Adds a list: pasted text, or a dropped or selected file. It is added immediately; its first rows and its identifier column are shown. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, FileButton, Select, Textarea } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { type ReactElement, useCallback, useEffect, useMemo, useState } from "react";
import type { AudienceSource, AudienceSteps } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { saveColumn, savedColumn } from "../../../lib/saved-columns.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Panel } from "../../../ui/panel.tsx";
import classes from "./wizard.module.css";
import type { SavedList } from "#shared/contract/campaigns/drafts.ts";
import { columnField, emptyBody, listsOnCards, namedColumns } from "./draft-body.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { readListFile, sizeProblem } from "../../../lib/file-text.ts";
import { CallFailure, failureOf, fleet } from "../../../lib/fleet.ts";
import { useCall } from "../../../ui/use-call.ts";

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
      <div className="controls">
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
          placeholder={t(($) => $.planning.list.selectColumn)}
          value={by}
        />
      ) : column === undefined ? (
        <p className="muted">{t(($) => $.planning.list.byFormat)}</p>
      ) : undefined}
      <div className="controls">
        <Button onClick={onRemove}>{t(($) => $.planning.list.remove)}</Button>
      </div>
    </div>
  );
}

// Reads a list in the window, saves it in the core, and adds it to the audience.

interface ReadList {
  readonly list: SavedList;
  /** Set if the list was read differently than expected. */
  readonly note?: string;
}

interface ListFile {
  /** Lists without a selected column, and the one edited last. */
  readonly lists: readonly ReadList[];
  /** Why the last list was not added, as a whole sentence. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly take: (files: readonly File[]) => Promise<void>;
  /** Adds the pasted text as a list and empties the field. */
  readonly takePasted: (text: string) => Promise<void>;
  /** Keeps the card of a list visible after its column is selected. */
  readonly workOn: (list: number) => void;
}

export function useListFile(): ListFile {
  const [read, setRead] = useState<ReadonlyMap<number, ReadList>>(new Map());
  const [last, workOn] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const addList = useFleetdesk((state) => state.addList);
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const ids = useMemo(() => listsOnCards(body, last), [body, last]);
  const { busy, failure, run, clearFailure } = useCall();
  const add = useCallback(
    (list: ReadList): void => setRead((before) => new Map([...before, [list.list.id, list]])),
    [],
  );
  // After a remount, lists without a selected column are loaded again.
  useEffect(() => {
    for (const id of ids)
      if (!read.has(id))
        fleet.drafts
          .getList({ id })
          .then((list) => add({ list }))
          .catch((error: unknown) => setProblem(formatText(failureOf(error).text)));
  }, [add, ids, read]);
  const takeText = async (
    turn: number | undefined,
    name: string,
    text: string,
    more: { note?: string; pastedInto?: string },
  ): Promise<void> => {
    setProblem(undefined);
    if (text.trim() === "") return setProblem(t(($) => $.planning.list.isEmpty, { name }));
    await run(async () => {
      const list = await fleet.drafts.saveList({ name, text });
      if (list.rows === 0)
        throw new CallFailure({ code: "list-empty", text: codedText("list-without-rows", { name }) });
      // The step may be unmounted while the list is saved: the list is added anyway.
      const saved = savedColumn(list.columns);
      const by = saved === list.column ? undefined : saved;
      const pasted = more.pastedInto === undefined ? undefined : { field: more.pastedInto, text };
      if (turn !== undefined) addList(turn, list, { pasted, by });
      add({ list: list, note: more.note });
      workOn(list.id);
    });
  };
  return {
    lists: ids.flatMap((id) => read.get(id) ?? []),
    workOn,
    problem: problem ?? (failure === undefined ? undefined : formatText(failure.text)),
    busy,
    takePasted: (text) =>
      takeText(
        openTurn(),
        t(($) => $.planning.list.pasted),
        text,
        { pastedInto: "list" },
      ),
    take: async (files) => {
      clearFailure();
      // Another draft may be open once the file is read.
      const turn = openTurn();
      const [file, ...rest] = files;
      if (file === undefined) return;
      if (rest.length > 0) return setProblem(t(($) => $.planning.list.severalFiles));
      const tooMuch = sizeProblem(file.name, file.size);
      if (tooMuch !== undefined) return setProblem(tooMuch);
      try {
        const read = await readListFile(file.name, new Uint8Array(await file.arrayBuffer()));
        if ("problem" in read) setProblem(read.problem);
        else
          await takeText(turn, file.name.slice(0, 200), read.text, read.note === undefined ? {} : { note: read.note });
      } catch {
        setProblem(t(($) => $.planning.list.unreadable, { name: file.name }));
      }
    },
  };
}

function openTurn(): number | undefined {
  return useFleetdesk.getState().wizard?.turn;
}
