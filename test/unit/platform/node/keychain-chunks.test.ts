import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createPartedKeychain } from "../../../../main/platform/node/keychain-keytar.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { createFakeRawSecrets, type FakeRawSecrets } from "../../../fakes/fake-raw-secrets.ts";

const long = (letter: string, length = 7_000): string => letter.repeat(length);
const keychainOver = (raw: FakeRawSecrets): ReturnType<typeof createPartedKeychain> =>
  createPartedKeychain(raw, "system", createFakeLog());

test("restores any text of any length, in entries that Windows supports", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "binary", maxLength: 9_000 }), { minLength: 1, maxLength: 4 }),
      async (values) => {
        const keychain = keychainOver(createFakeRawSecrets());
        for (const value of values) {
          await keychain.set("k", value);
          expect(await keychain.get("k")).toBe(value);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("a value of several parts leaves only its own entries behind, whatever was stored before", async () => {
  const raw = createFakeRawSecrets();
  const keychain = keychainOver(raw);
  await keychain.set("k", long("a", 9_000));
  await keychain.set("k", long("b", 3_000));
  expect([...raw.entries.keys()].toSorted()).toEqual(["k", "k#a0", "k#a1"]);
});

test("removing a value removes every entry of it", async () => {
  const raw = createFakeRawSecrets();
  const keychain = keychainOver(raw);
  await keychain.set("k", long("a"));
  await keychain.delete("k");
  expect([await keychain.get("k"), raw.entries.size]).toEqual([undefined, 0]);
});

test("a write that fails at any step leaves the old value or the new one, and the next write cleans up", async () => {
  for (const [before, after] of [
    [long("a"), long("b", 9_000)],
    [long("a", 9_000), long("b", 3_000)],
    [long("a"), "short"],
    ["short", long("b")],
    [undefined, long("b")],
  ] as const) {
    const total = await countSteps(before, (keychain) => keychain.set("k", after));
    for (let step = 1; step <= total; step += 1) {
      for (const moment of ["before", "after"] as const) {
        const raw = await prepared(before);
        raw.breakAt(step, moment);
        await keychainOver(raw)
          .set("k", after)
          .catch(() => undefined);
        raw.mend();
        const keychain = keychainOver(raw);
        expect([before, after]).toContain(await keychain.get("k"));
        await keychain.set("k", long("c", 5_000));
        expect(await keychain.get("k")).toBe(long("c", 5_000));
        await keychain.delete("k");
        expect(raw.entries.size).toBe(0);
      }
    }
  }
});

test("a write succeeds once its head is written, even if the cleanup fails", async () => {
  const raw = await prepared(long("a"));
  const total = await countSteps(long("a"), (keychain) => keychain.set("k", long("b")));
  raw.breakAt(total, "before");
  const log = createFakeLog();
  await createPartedKeychain(raw, "system", log).set("k", long("b"));
  expect(log.lines.map((line) => line.event)).toEqual(["keychain.chunk-cleanup-failed"]);
});

test("a removal that fails at any step leaves the value complete or deleted, and can be completed", async () => {
  const total = await countSteps(long("a"), (keychain) => keychain.delete("k"));
  for (let step = 1; step <= total; step += 1) {
    for (const moment of ["before", "after"] as const) {
      const raw = await prepared(long("a"));
      raw.breakAt(step, moment);
      await expect(keychainOver(raw).delete("k")).rejects.toThrow("died");
      raw.mend();
      expect([long("a"), undefined]).toContain(await keychainOver(raw).get("k"));
      await keychainOver(raw).delete("k");
      expect(raw.entries.size).toBe(0);
    }
  }
});

test("a part that another process changed is damage, and a new value repairs it", async () => {
  const raw = await prepared(long("a"));
  raw.entries.set("k#b1", "AAAA");
  const keychain = keychainOver(raw);
  await expect(keychain.get("k")).rejects.toMatchObject({ code: "keychain-damaged" });
  await keychain.set("k", "new");
  expect(await keychain.get("k")).toBe("new");
});

test("an invalid head is damage, and a new value repairs it", async () => {
  const raw = createFakeRawSecrets();
  raw.entries.set("k", "something else");
  const keychain = keychainOver(raw);
  await expect(keychain.get("k")).rejects.toMatchObject({ code: "keychain-damaged" });
  await keychain.set("k", long("a"));
  expect(await keychain.get("k")).toBe(long("a"));
});

test("writes to one key take effect in call order", async () => {
  const keychain = keychainOver(createFakeRawSecrets());
  const writes = [long("a"), "b", long("c", 9_000), "d"].map((value) => keychain.set("k", value));
  await Promise.all(writes);
  expect(await keychain.get("k")).toBe("d");
});

async function prepared(before: string | undefined): Promise<FakeRawSecrets> {
  const raw = createFakeRawSecrets();
  if (before !== undefined) await keychainOver(raw).set("k", before);
  return raw;
}

async function countSteps(
  before: string | undefined,
  work: (keychain: ReturnType<typeof keychainOver>) => Promise<void>,
): Promise<number> {
  const raw = await prepared(before);
  const from = raw.steps;
  await work(keychainOver(raw));
  return raw.steps - from;
}
