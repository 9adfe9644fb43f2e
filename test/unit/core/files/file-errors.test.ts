import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import { readError, writeError } from "../../../../main/core/files/file-errors.ts";

const systemError = (code: string): Error => Object.assign(new Error(code), { code });

test.each([
  ["ENOENT", "file-not-found"],
  ["EISDIR", "file-unreadable"],
  ["EACCES", "file-unreadable"],
  ["EIO", "file-unreadable"],
])("a read that fails with %s throws %s", (system, code) => {
  expect(readError(systemError(system), "/a.csv")).toMatchObject({ code, details: { file: "/a.csv", system } });
});

test.each([
  ["ENOSPC", "disk-full"],
  ["EDQUOT", "disk-full"],
  ["ENOENT", "file-unwritable"],
  ["EROFS", "file-unwritable"],
  ["EACCES", "file-unwritable"],
])("a write that fails with %s throws %s", (system, code) => {
  expect(writeError(systemError(system), "/a.csv")).toMatchObject({ code, details: { file: "/a.csv", system } });
});

test("an AppError passes unchanged", () => {
  const ours = new AppError("csv-empty", codedText("csv-empty", { source: "a.csv" }));
  expect([readError(ours, "/a"), writeError(ours, "/a")]).toEqual([ours, ours]);
});
