/** Choosing what protects the tokens where the system's keychain may not be there. */
import { codedText } from "#shared/texts/coded-text.ts";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../../../main/failure.ts";
import type { SelectableKeychain, Keychain } from "../../../main/hosts.ts";
import { createSelectableKeychain } from "../../../main/node/keychain-choice.ts";
import type { SelectableKeychainSettings } from "../../../main/node/keychain-choice.ts";
import { createMemoryKeychain } from "../../../main/node/keychain-memory.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeLog } from "../../fakes/fake-log.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const cost = { N: 2 ** 15, r: 1, p: 1 };
const problem = codedText("keychain-unavailable", { reason: "no secret service" });

interface System extends Keychain {
  works: boolean;
}

/** A keychain of the system that can be switched off. */
function makeSystem(works = true): System {
  const memory = createMemoryKeychain();
  const use = <T>(work: () => Promise<T>): Promise<T> =>
    system.works
      ? work()
      : Promise.reject(
          new AppError("keychain-unavailable", codedText("keychain-unavailable", { reason: "no secret service" }), {
            details: { reason: "no secret service" },
          }),
        );
  const system: System = {
    works,
    protection: "system",
    get: (key) => use(() => memory.get(key)),
    set: (key, value) => use(() => memory.set(key, value)),
    delete: (key) => use(() => memory.delete(key)),
  };
  return system;
}

const open = (system: Keychain, overrides: Partial<SelectableKeychainSettings> = {}): SelectableKeychain =>
  createSelectableKeychain({
    clock: createFakeClock(),
    log: createFakeLog(),
    dataDir: folder.path(""),
    system,
    cost,
    ...overrides,
  });

const passphrase = "correct horse";

test("the system's keychain is used where it works, without a question", async () => {
  const system = makeSystem();
  const keychain = open(system);
  await keychain.set("a", "1");
  expect(await keychain.status()).toEqual({ state: "ready", protection: "system" });
  expect([await system.get("a"), keychain.protection]).toEqual(["1", "system"]);
});

test("where it does not work nothing is kept anywhere until a person has chosen", async () => {
  const keychain = open(makeSystem(false));
  expect(await keychain.status()).toEqual({ state: "undecided", systemProblem: problem });
  const rejection = { code: "keychain-undecided", text: codedText("keychain-undecided-reason", { problem }) };
  await expect(keychain.set("a", "1")).rejects.toMatchObject(rejection);
  await expect(keychain.get("a")).rejects.toMatchObject(rejection);
  expect(existsSync(folder.path("keychain.json"))).toBe(false);
});

test("memory is chosen for this start alone, and asked for again at the next", async () => {
  const keychain = open(makeSystem(false));
  expect(await keychain.choose({ protection: "memory" })).toMatchObject({ state: "ready", protection: "memory" });
  await keychain.set("a", "1");
  expect(await keychain.get("a")).toBe("1");
  expect(await open(makeSystem(false)).status()).toMatchObject({ state: "undecided" });
});

test("a passphrase file is locked at the next start, opens with its passphrase, and with no other", async () => {
  const first = open(makeSystem(false));
  await first.choose({ protection: "file", passphrase });
  await first.set("a", "1");
  const next = open(makeSystem(false));
  expect(await next.status()).toMatchObject({ state: "locked", protection: "file" });
  await expect(next.get("a")).rejects.toMatchObject({ code: "keychain-locked" });
  await expect(next.unlock("wrong one")).rejects.toMatchObject({ code: "passphrase-wrong" });
  await expect(next.choose({ protection: "file", passphrase: "wrong one" })).rejects.toMatchObject({
    code: "passphrase-wrong",
  });
  expect(await next.status()).toMatchObject({ state: "locked" });
  expect(await next.unlock(passphrase)).toMatchObject({ state: "ready", protection: "file" });
  expect(await next.get("a")).toBe("1");
  await expect(next.unlock(passphrase)).rejects.toMatchObject({ code: "keychain-not-locked" });
});

test("a file that was chosen is asked for at the next start, also when the system's keychain is back", async () => {
  await open(makeSystem(false)).choose({ protection: "file", passphrase });
  expect(await open(makeSystem(true)).status()).toEqual({ state: "locked", protection: "file" });
});

test("what was chosen is remembered, the passphrase nowhere", async () => {
  const log = createFakeLog();
  const keychain = open(makeSystem(false), { log });
  await keychain.choose({ protection: "file", passphrase });
  expect(readFileSync(folder.path("keychain-choice.json"), "utf8")).toBe('{"protection":"file"}\n');
  expect(readFileSync(folder.path("keychain.json"), "utf8") + log.text()).not.toContain(passphrase);
});

test("a note that cannot be read counts as none", async () => {
  writeFileSync(folder.path("keychain-choice.json"), "{broken");
  expect(await open(makeSystem()).status()).toEqual({ state: "ready", protection: "system" });
});

test("changing the protection moves nothing, and says what stays where", async () => {
  const system = makeSystem(false);
  const keychain = open(system);
  await keychain.choose({ protection: "file", passphrase });
  await keychain.set("a", "1");
  system.works = true;
  const status = await keychain.choose({ protection: "system" });
  expect(status).toEqual({
    state: "ready",
    protection: "system",
    note: codedText("tokens-stay-in-file"),
  });
  expect(await keychain.get("a")).toBeUndefined();
  await keychain.choose({ protection: "file", passphrase });
  expect(await keychain.get("a")).toBe("1");
});

test("a keychain that still does not work cannot be chosen, and what was in force stays", async () => {
  const keychain = open(makeSystem(false));
  await keychain.choose({ protection: "memory" });
  await keychain.set("a", "1");
  await expect(keychain.choose({ protection: "system" })).rejects.toMatchObject({ code: "keychain-unavailable" });
  expect(await keychain.get("a")).toBe("1");
});

test("what was decided from outside is not asked about and not changed", async () => {
  const keychain = open(makeSystem(true), { decided: "memory" });
  expect(await keychain.status()).toEqual({ state: "ready", protection: "memory" });
  await expect(keychain.choose({ protection: "system" })).rejects.toMatchObject({ code: "keychain-decided" });
  const file = open(makeSystem(true), { decided: "file", passphrase });
  expect(await file.status()).toEqual({ state: "ready", protection: "file" });
  expect(await open(makeSystem(true), { decided: "file" }).status()).toEqual({ state: "locked", protection: "file" });
  expect(await open(makeSystem(true), { decided: "file", passphrase: "wrong one" }).status()).toMatchObject({
    state: "locked",
  });
  expect(await open(makeSystem(false), { decided: "system" }).status()).toMatchObject({ state: "undecided" });
});

test("a keychain that waits for a person is asked about after half a minute, and used when it opens after all", async () => {
  const clock = createFakeClock();
  const answer = Promise.withResolvers<undefined>();
  const system: Keychain = { ...makeSystem(), get: () => answer.promise };
  const keychain = open(system, { clock });
  const events: string[] = [];
  keychain.onChange(() => events.push("changed"));
  const first = keychain.status();
  await expect.poll(() => clock.waiting).toBe(1);
  await clock.advance(30_000);
  expect(await first).toEqual({
    state: "undecided",
    systemProblem: codedText("keychain-unavailable", { reason: codedText("keychain-no-response", { seconds: 30 }) }),
  });
  expect(events).toEqual([]);
  answer.resolve(undefined);
  await clock.advance(0);
  expect(await keychain.status()).toEqual({ state: "ready", protection: "system" });
  expect(events).toEqual(["changed"]);
});

test("whatever is chosen in whatever order, a secret is found again exactly where it was put", async () => {
  const choice = fc.constantFrom("system", "memory", "file");
  const step = fc.oneof(fc.record({ choose: choice }), fc.record({ put: fc.string({ minLength: 1, maxLength: 5 }) }));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      run += 1;
      const dataDir = folder.path(`run-${run}`);
      mkdirSync(dataDir);
      const keychain = open(makeSystem(), { dataDir });
      const expected = new Map<string, string>();
      let now = "system";
      for (const one of steps) {
        if ("choose" in one) {
          now = one.choose;
          await keychain.choose(now === "file" ? { protection: "file", passphrase } : { protection: now as "memory" });
        } else {
          await keychain.set("key", one.put);
          expected.set(now, one.put);
        }
        expect(await keychain.get("key")).toBe(expected.get(now));
      }
    }),
    { numRuns: 30 },
  );
});
