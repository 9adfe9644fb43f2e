import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMachine } from "../../../../main/platform/node/machine.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
/** A system without an id of its own. */
const unknownSystem = (home: string): Parameters<typeof readMachine>[0] => ({ platform: "aix", home, variables: {} });

test("a computer has a permanent id, a start of the program does not", () => {
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

test("an id exists even where nothing can be stored", () => {
  const home = folder.write("home", "a file where the directory should be");
  expect(readMachine(unknownSystem(home)).machineId).toMatch(/^[0-9a-f]{32}$/);
});

test.skipIf(process.platform === "win32")(
  "Windows is queried by the absolute path of its program, without our variables",
  () => {
    mkdirSync(folder.path("windows/System32"), { recursive: true });
    const seen = folder.path("environment");
    const program = `#!/bin/sh\n/usr/bin/env > ${seen}\necho "    MachineGuid    REG_SZ    guid-of-windows"\n`;
    chmodSync(folder.write("windows/System32/reg.exe", program), 0o700);
    const { formerMachineId } = readMachine({
      platform: "win32",
      home: folder.path("home"),
      variables: { SystemRoot: folder.path("windows") },
    });
    expect(formerMachineId).toBe(createHash("sha256").update("fleetdesk:guid-of-windows").digest("hex").slice(0, 32));
    expect(readFileSync(seen, "utf8")).not.toMatch(/^(?:HOME|USER|NODE_ENV)=/m);
  },
);
test("clones of one system are distinguished by their host name or by their cloud's instance id", () => {
  const system = unknownSystem(folder.path("home"));
  const idOf = (name: string, cloudInstance?: string): string => readMachine(system, { name, cloudInstance }).machineId;
  expect(idOf("a")).toBe(idOf("a"));
  expect(new Set([idOf("a"), idOf("b"), idOf("a", "i-1"), idOf("a", "i-2")]).size).toBe(4);
});

test("the id of earlier versions is available, so that their leases are renewed", () => {
  const system = unknownSystem(folder.path("home"));
  const ids = ["a", "b"].map((name) => readMachine(system, { name, cloudInstance: undefined }).formerMachineId);
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(ids[1]).toBe(ids[0]);
});
