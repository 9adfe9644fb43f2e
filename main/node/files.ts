/** Where the command line writes what it exports: to the path that the person named, never over a file that is there. */
import { codedText } from "#shared/texts/coded-text.ts";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { AppError } from "../failure.ts";
import type { Files } from "../hosts.ts";

/** `out`: what `--out` said; without it nothing is written. */
export function createOutFiles(out: () => string | undefined): Files {
  return {
    saveAs: () => {
      const named = out();
      if (named === undefined) return Promise.resolve(undefined);
      const path = resolve(named);
      if (!existsSync(path)) return Promise.resolve(path);
      const message = codedText("file-exists", { file: path });
      return Promise.reject(new AppError("file-exists", message, { details: { file: path } }));
    },
    // A command that reads a file is given its path.
    open: () => Promise.resolve(undefined),
  };
}
