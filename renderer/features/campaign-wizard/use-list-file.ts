/** A list on its way into the audience: read in the window, kept by the core, looked at before it counts. */
import { useState } from "react";
import type { KeptList } from "#contract/drafts.ts";
import { readListFile, sizeProblem } from "../../lib/file-text.ts";
import { fleet } from "../../lib/fleet.ts";
import { useCall } from "../../ui/use-call.ts";

export interface ListFile {
  readonly kept: KeptList | undefined;
  /** Where the list was read in another way than expected. */
  readonly note: string | undefined;
  /** Why the last one is not taken, as a whole sentence. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly take: (files: readonly File[]) => Promise<void>;
  readonly takeText: (name: string, text: string) => Promise<void>;
  readonly forget: () => void;
}

export function useListFile(): ListFile {
  const [kept, setKept] = useState<KeptList>();
  const [note, setNote] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { busy, failure, run, forgetFailure } = useCall();
  const takeText = async (name: string, text: string, how?: string): Promise<void> => {
    setProblem(undefined);
    if (text.trim() === "") return setProblem(`“${name}” is empty.`);
    await run(async () => {
      const found = await fleet.drafts.keepList({ name, text });
      if (found.rows === 0) throw new Error(`“${name}” has a header and no rows`);
      setKept(found);
      setNote(how);
    });
  };
  return {
    kept,
    note,
    problem: problem ?? failure?.message,
    busy,
    takeText: (name, text) => takeText(name, text),
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
        else await takeText(file.name.slice(0, 200), read.text, read.note);
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
