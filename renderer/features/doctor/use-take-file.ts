/** Takes one file as the list; says of any other why not. */
import { t } from "#shared/texts/text.ts";
import { readListFile, sizeProblem } from "../../lib/file-text.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { useFleetdesk } from "../../store/store.ts";

export function useTakeFile(): (files: readonly File[]) => Promise<void> {
  const dropFile = useFleetdesk((state) => state.dropFile);
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const refuseFile = useFleetdesk((state) => state.refuseFile);
  return async (files) => {
    const [file, ...others] = files;
    if (file === undefined) return;
    if (others.length > 0) return refuseFile(t(($) => $.fleet.doctor.oneFileOnly));
    const tooMuch = sizeProblem(file.name, file.size);
    if (tooMuch !== undefined) return refuseFile(tooMuch);
    try {
      const read = readListFile(file.name, new Uint8Array(await file.arrayBuffer()));
      if ("problem" in read) refuseFile(read.problem);
      else dropFile({ name: file.name, ...read }, connection);
    } catch {
      refuseFile(t(($) => $.fleet.doctor.fileUnreadable, { name: file.name }));
    }
  };
}
