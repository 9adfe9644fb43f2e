import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SelectableKeychain, SendMarks } from "../../../../main/core/hosts.ts";
import { createSendMarks } from "../../../../main/platform/node/send-mark.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const campaign = "0f8fad5b-d9cb-469f-a165-70867728950e";
const mark = { generation: 3, position: { wave: 1, row: 1002 }, writtenAt: 1_700_000_000_000, ended: true };
const folder = useScratchFolder();

type Keychain = Pick<SelectableKeychain, "status" | "get" | "set"> & { readonly entries: Map<string, string> };

function keychainOf(protection: "system" | "file", entries = new Map<string, string>()): Keychain {
  return {
    entries,
    status: () => Promise.resolve({ state: "ready", protection }),
    get: (key) => Promise.resolve(entries.get(key)),
    set: async (key, value) => void entries.set(key, value),
  };
}

const markFile = (): string => folder.path(`state/send-marks/${campaign}`);

function open(keychain: Keychain = keychainOf("file"), dir = folder.path("state")): SendMarks {
  return createSendMarks({ dir, keychain, log: createFakeLog() });
}

describe("send marks", () => {
  test("a mark is read as it was written, also by the next process", async () => {
    await open().write(campaign, mark, false);
    await open().write(campaign, { generation: 4, writtenAt: 5, ended: false }, false);
    expect(await open().read(campaign)).toEqual({ generation: 4, writtenAt: 5, ended: false });
    expect(await open().read("1f8fad5b-d9cb-469f-a165-70867728950e")).toBeUndefined();
  });

  test("the count of claims is read with the mark, whichever slot was written since", async () => {
    await open().write(campaign, mark, false);
    open().count(campaign, 1_234);
    await open().write(campaign, { ...mark, generation: 8 }, false);
    await open().write(campaign, { ...mark, generation: 9 }, false);
    expect(await open().read(campaign)).toMatchObject({ generation: 9, claims: 1_234 });
    open().count(campaign, 7);
    expect((await open().read(campaign))?.claims).toBe(7);
    expect(() => open().count("1f8fad5b-d9cb-469f-a165-70867728950e", 1)).toThrow(
      expect.objectContaining({ code: "state-dir-read-only" }),
    );
  });

  test("a write leaves one file, readable by this user only", async () => {
    await open().write(campaign, mark, false);
    expect(readdirSync(folder.path("state/send-marks"))).toEqual([campaign]);
    expect(statSync(folder.path(`state/send-marks/${campaign}`)).mode & 0o777).toBe(0o600);
    expect(statSync(folder.path("state/send-marks")).mode & 0o777).toBe(0o700);
  });

  test("an interrupted write does not count, whatever it left", async () => {
    for (const generation of [3, 4, 5]) {
      await open().write(campaign, { ...mark, generation }, false);
      const before = readFileSync(markFile());
      await open().write(campaign, { ...mark, generation: generation + 1 }, false);
      const after = readFileSync(markFile());
      // Half of the bytes that the write changed.
      const changed = [...after.keys()].filter((index) => after[index] !== before[index]);
      const middle = changed.at(changed.length / 2) ?? after.length;
      writeFileSync(markFile(), Buffer.concat([after.subarray(0, middle), before.subarray(middle)]));
      expect((await open().read(campaign))?.generation).toBeGreaterThanOrEqual(generation);
      writeFileSync(markFile(), before);
    }
  });

  test("a damaged mark counts as absent", async () => {
    await open().write(campaign, mark, false);
    writeFileSync(markFile(), "{}");
    expect(await open().read(campaign)).toBeUndefined();
  });

  test("a checkpoint survives in the system's keychain when the state directory is missing or older", async () => {
    const keychain = keychainOf("system");
    await open(keychain).write(campaign, mark, true);
    const before = readFileSync(markFile());
    await open(keychain).write(campaign, { ...mark, generation: 4 }, true);
    await open(keychain).write(campaign, { ...mark, generation: 5 }, false);
    expect(await open(keychain).read(campaign)).toMatchObject({ generation: 5 });
    writeFileSync(markFile(), before);
    expect(await open(keychain).read(campaign)).toMatchObject({ generation: 4 });
    rmSync(folder.path("state"), { recursive: true });
    expect(await open(keychain).read(campaign)).toMatchObject({ generation: 4 });
  });

  test("a checkpoint from the middle of a run means that everything may have been sent", async () => {
    const keychain = keychainOf("system");
    await open(keychain).write(campaign, { ...mark, ended: false }, true);
    await open(keychain).write(
      campaign,
      { ...mark, generation: 4, position: { wave: 1, row: 2002 }, ended: false },
      false,
    );
    expect(await open(keychain).read(campaign)).toMatchObject({ position: { wave: 1, row: 2002 } });
    rmSync(folder.path("state"), { recursive: true });
    const { MAX_SAFE_INTEGER } = Number;
    expect(await open(keychain).read(campaign)).toMatchObject({
      generation: 3,
      position: { wave: MAX_SAFE_INTEGER, row: MAX_SAFE_INTEGER },
    });
  });

  test("an old mark without the end of sending counts as one from the middle of a run", async () => {
    await open().write(campaign, mark, false);
    writeFileSync(markFile(), JSON.stringify({ ...mark, position: { ring: 1, row: 1002 }, ended: undefined }));
    expect(await open().read(campaign)).toEqual({ ...mark, ended: false });
  });

  test("a passphrase file is in the data directory and holds no marks", async () => {
    const keychain = keychainOf("file");
    await open(keychain).write(campaign, mark, true);
    expect(keychain.entries.size).toBe(0);
  });

  test("a failing keychain does not prevent sending", async () => {
    const keychain: Keychain = { ...keychainOf("system"), set: () => Promise.reject(new Error("locked")) };
    await open(keychain).write(campaign, mark, true);
    expect(await open(keychain).read(campaign)).toEqual(mark);
  });

  test("reports a state directory that cannot be created", async () => {
    const dir = folder.write("file", "not a directory");
    await expect(open(keychainOf("file"), dir).write(campaign, mark, false)).rejects.toMatchObject({
      code: "state-dir-read-only",
    });
  });
});
