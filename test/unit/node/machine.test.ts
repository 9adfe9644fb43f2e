import { expect, test } from "vitest";
import { readMachine } from "../../../main/node/machine.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
/** A system without an id of its own. */
const unknownSystem = (home: string): Parameters<typeof readMachine>[0] => ({ platform: "aix", home, variables: {} });

test("a computer keeps its id, a start of the program does not", () => {
  const first = readMachine(unknownSystem(folder.path("home")));
  const second = readMachine(unknownSystem(folder.path("home")));
  expect(second.machineId).toBe(first.machineId);
  expect(second.instanceId).not.toBe(first.instanceId);
});

test("another user's computer has another id", () => {
  expect(readMachine(unknownSystem(folder.path("a"))).machineId).not.toBe(
    readMachine(unknownSystem(folder.path("b"))).machineId,
  );
});

test("the id is known also where nothing can be kept", () => {
  const home = folder.write("home", "a file where the directory should be");
  expect(readMachine(unknownSystem(home)).machineId).toMatch(/^[0-9a-f]{32}$/);
});
