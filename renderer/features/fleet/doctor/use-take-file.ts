/** Accepts one file as the list; otherwise shows why it was rejected. */
import { t } from "#shared/texts/text.ts";
import { readListFile, sizeProblem } from "../../../lib/file-text.ts";
import { currentConnection } from "../../connections/connections-slice.ts";
import { useFleetdesk } from "../../../app/store/store.ts";

export function useTakeFile(): (files: readonly File[]) => Promise<void> {
  const dropFile = useFleetdesk((state) => state.dropFile);
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const rejectFile = useFleetdesk((state) => state.rejectFile);
  return async (files) => {
    const [file, ...rest] = files;
    if (file === undefined) return;
    if (rest.length > 0) return rejectFile(t(($) => $.fleet.doctor.oneFileOnly));
    const tooMuch = sizeProblem(file.name, file.size);
    if (tooMuch !== undefined) return rejectFile(tooMuch);
    try {
      const read = readListFile(file.name, new Uint8Array(await file.arrayBuffer()));
      if ("problem" in read) rejectFile(read.problem);
      else dropFile({ name: file.name, ...read }, connection);
    } catch {
      rejectFile(t(($) => $.fleet.doctor.fileUnreadable, { name: file.name }));
    }
  };
}
