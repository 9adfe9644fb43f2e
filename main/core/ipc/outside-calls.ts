/** Calls of other processes of this user to the owner of the data directory: its router handles them as its own. */
import { AsyncLocalStorage } from "node:async_hooks";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { Files } from "../hosts.ts";

const callerFiles = new AsyncLocalStorage<Files>();

/** Runs a call of another process: the features that export get the files of that process. */
export function withCallerFiles<T>(files: Files, work: () => Promise<T>): Promise<T> {
  return callerFiles.run(files, work);
}

/** `own`, unless another process calls: a file dialog would open in front of an operator who did not request it. */
export function filesOfCaller(own: Files): Files {
  const files = (): Files => callerFiles.getStore() ?? own;
  return { saveAs: (suggestion) => files().saveAs(suggestion), open: (requested) => files().open(requested) };
}

/** `data-dir-in-use`; names the process if it can be identified. */
export function dataDirInUse(processId: number | undefined): AppError {
  if (processId === undefined) return new AppError("data-dir-in-use", codedText("data-dir-in-use"));
  return new AppError("data-dir-in-use", codedText("data-dir-in-use-by", { pid: processId }), {
    details: { pid: processId },
  });
}
