import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkFuses } from "../../../tools/pack/after-pack.ts";
import { writeStubElectron } from "../../../tools/pack/stub-electron.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

function electronWith(fuses: string): Buffer {
  writeStubElectron(folder.path("electron"), "45.0.0", fuses);
  return readFileSync(folder.path("electron/electron"));
}

test("accepts a binary with the nine decided fuses", () => {
  expect(() => checkFuses(electronWith("100000001"))).not.toThrow();
});

test.each([
  ["a tenth fuse", "1111111111", /^This Electron has 10 fuses, 9 are decided\./],
  ["a fuse less", "11111111", /^This Electron has 8 fuses, 9 are decided\./],
  ["a removed fuse", "1r1111111", /\(1r1111111\): one is removed or off\./],
  ["WebAssembly's trap handlers off", "111111110", /one is removed or off\./],
])("rejects a binary with %s", (_, fuses, message) => {
  expect(() => checkFuses(electronWith(fuses))).toThrow(message);
});
