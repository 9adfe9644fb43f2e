/** The output files of the command line: written to the requested path, never over an existing file. */
import { codedText } from "#shared/texts/coded-text.ts";
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { AppError } from "#shared/failure.ts";
import type { Files } from "../../core/hosts.ts";

/** `out`: the value of `--out`; without it nothing is written. */
export function createOutFiles(out: () => string | undefined): Files {
  return {
    saveAs: () => {
      const named = out();
      if (named === undefined) return Promise.resolve(undefined);
      const path = resolve(named);
      // The write itself rejects directories and devices.
      if (!existsSync(path) || !statSync(path).isFile()) return Promise.resolve(path);
      const message = codedText("file-exists", { file: path });
      return Promise.reject(new AppError("file-exists", message, { details: { file: path } }));
    },
    // Commands that read a file take its path as an argument.
    open: () => Promise.resolve(undefined),
  };
}
