/** Reads a list in the window, saves it in the core, and adds it to the audience. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { SavedList } from "#shared/contract/campaigns/drafts.ts";
import { savedColumn } from "../../../lib/saved-columns.ts";
import { readListFile, sizeProblem } from "../../../lib/file-text.ts";
import { CallFailure, failureOf, fleet } from "../../../lib/fleet.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { useCall } from "../../../ui/use-call.ts";
import { listsOnCards, emptyBody } from "./draft-body.ts";

export interface ReadList {
  readonly list: SavedList;
  /** Set if the list was read differently than expected. */
  readonly note?: string;
}

export interface ListFile {
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
  const takeText = async (name: string, text: string, more: { note?: string; field?: string }): Promise<void> => {
    const turn = useFleetdesk.getState().wizard?.turn;
    setProblem(undefined);
    if (text.trim() === "") return setProblem(t(($) => $.planning.list.isEmpty, { name }));
    await run(async () => {
      const list = await fleet.drafts.saveList({ name, text });
      if (list.rows === 0)
        throw new CallFailure({ code: "list-empty", text: codedText("list-without-rows", { name }) });
      // The step may be unmounted while the list is saved: the list is added anyway.
      const saved = savedColumn(list.columns);
      const by = saved === list.column ? undefined : saved;
      if (turn !== undefined) addList(turn, list, { field: more.field, by });
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
        t(($) => $.planning.list.pasted),
        text,
        { field: "list" },
      ),
    take: async (files) => {
      clearFailure();
      const [file, ...rest] = files;
      if (file === undefined) return;
      if (rest.length > 0) return setProblem(t(($) => $.planning.list.severalFiles));
      const tooMuch = sizeProblem(file.name, file.size);
      if (tooMuch !== undefined) return setProblem(tooMuch);
      try {
        const read = await readListFile(file.name, new Uint8Array(await file.arrayBuffer()));
        if ("problem" in read) setProblem(read.problem);
        else await takeText(file.name.slice(0, 200), read.text, read.note === undefined ? {} : { note: read.note });
      } catch {
        setProblem(t(($) => $.planning.list.unreadable, { name: file.name }));
      }
    },
  };
}
