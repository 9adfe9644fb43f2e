/** Cancelled exports on real files. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exportToFile, writeCsvFile } from "../../../../main/core/files/export-file.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();

function filesTo(file: string): Parameters<typeof exportToFile>[0] {
  return { saveAs: () => Promise.resolve(file) };
}

const suggestion = { name: "rows.csv", extension: "csv" } as const;

test("an export that is cancelled before the last page leaves an existing file unchanged", async () => {
  const file = folder.path("rows.csv");
  writeFileSync(file, "former");
  const abort = new AbortController();
  function* pages(): Generator<readonly (readonly string[])[]> {
    yield [["1"]];
    abort.abort();
  }
  const { signal } = abort;
  const exported = exportToFile(filesTo(file), suggestion, signal, async (path) => ({
    rows: await writeCsvFile(path, { titles: ["id"], pages: pages(), signal }),
  }));
  await expect(exported).rejects.toMatchObject({ code: "aborted" });
  expect(readFileSync(file, "utf8")).toBe("former");
});

test("an export that is cancelled when its file was just complete leaves no file", async () => {
  const file = folder.path("complete.csv");
  const abort = new AbortController();
  const { signal } = abort;
  const exported = exportToFile(filesTo(file), suggestion, signal, async (path) => {
    const rows = await writeCsvFile(path, { titles: ["id"], pages: [[["1"]]], signal });
    abort.abort();
    return { rows };
  });
  await expect(exported).rejects.toMatchObject({ code: "aborted" });
  expect(existsSync(file)).toBe(false);
});
