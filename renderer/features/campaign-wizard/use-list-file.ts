/** A list on its way into the audience: read in the window, saved by the core, added at once; the one that was read last is shown. */
import { useEffect, useState } from "react";
import type { KeptList } from "#contract/drafts.ts";
import { readListFile, sizeProblem } from "../../lib/file-text.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { listOfField } from "./draft-model.ts";

export interface ListFile {
  readonly kept: KeptList | undefined;
  /** Where the list was read in another way than expected. */
  readonly note: string | undefined;
  /** Why the last one is not taken, as a whole sentence. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly take: (files: readonly File[]) => Promise<void>;
  /** Takes what was pasted into the field of the draft, which is emptied. */
  readonly takePasted: (text: string) => Promise<void>;
  /** Shows the list no longer; it stays in the audience. */
  readonly forget: () => void;
}

export function useListFile(): ListFile {
  const [kept, setKept] = useState<KeptList>();
  const [note, setNote] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const addList = useFleetdesk((state) => state.addList);
  const incomplete = useFleetdesk((state) =>
    Object.keys(state.wizard?.body.typed ?? {})
      .map(listOfField)
      .find((id) => id !== undefined),
  );
  const { busy, failure, run, forgetFailure } = useCall();
  // A list without its column comes back until the column is chosen.
  useEffect(() => {
    if (incomplete === undefined || kept !== undefined) return;
    fleet.drafts
      .getList({ id: incomplete })
      .then(setKept)
      .catch((error: unknown) => setProblem(failureOf(error).message));
  }, [incomplete, kept]);
  const takeText = async (name: string, text: string, more: { note?: string; field?: string }): Promise<void> => {
    const turn = useFleetdesk.getState().wizard?.turn;
    setProblem(undefined);
    if (text.trim() === "") return setProblem(`“${name}” is empty.`);
    await run(async () => {
      const found = await fleet.drafts.keepList({ name, text });
      if (found.rows === 0) throw new Error(`“${name}” has a header and no rows`);
      // The step may have been left while the list was read: it is added all the same.
      if (turn !== undefined) addList(turn, found, more.field);
      setKept(found);
      setNote(more.note);
    });
  };
  return {
    kept,
    note,
    problem: problem ?? failure?.message,
    busy,
    takePasted: (text) => takeText("Pasted list", text, { field: "list" }),
    take: async (files) => {
      forgetFailure();
      const [file, ...others] = files;
      if (file === undefined) return;
      if (others.length > 0) return setProblem("Several files were dropped. Drop one at a time.");
      const tooMuch = sizeProblem(file.name, file.size);
      if (tooMuch !== undefined) return setProblem(tooMuch);
      try {
        const read = readListFile(file.name, new Uint8Array(await file.arrayBuffer()));
        if ("problem" in read) setProblem(read.problem);
        else await takeText(file.name.slice(0, 200), read.text, read.note === undefined ? {} : { note: read.note });
      } catch {
        setProblem(`“${file.name}” could not be read. Is it a folder, or open elsewhere?`);
      }
    },
    forget: () => {
      setKept(undefined);
      setNote(undefined);
    },
  };
}
