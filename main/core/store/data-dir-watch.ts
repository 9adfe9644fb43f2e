/** Detects that a data directory or its database was deleted, or replaced by a copy, while it is open. */
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

/** Call while the database is open; the returned function throws "data-dir-gone" once the path leads to another file. */
export async function watchDataDir(file: string): Promise<() => Promise<void>> {
  const paths = [dirname(file), file];
  const before = await Promise.all(paths.map(identify));
  return async () => {
    for (const [index, path] of paths.entries()) {
      const identity = await identify(path);
      if (identity === undefined || identity === before[index]) continue;
      throw new AppError("data-dir-gone", codedText("data-dir-gone", { directory: dirname(file) }));
    }
  };
}

const goneCodes: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR"]);

/** Undefined where the file system does not respond: that alone replaces nothing, and writes fail on their own. */
async function identify(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    return goneCodes.has((error as NodeJS.ErrnoException).code) ? "gone" : undefined;
  }
}
