/** Choosing the protection of the tokens where the system's keychain may be missing. */
import { codedText } from "#shared/texts/coded-text.ts";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import type { SelectableKeychain, Keychain } from "../../../../main/core/hosts.ts";
import {
  type SelectableKeychainSettings,
  createSelectableKeychain,
  createMemoryKeychain,
} from "../../../../main/platform/node/keychain-choice.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const cost = { N: 2 ** 15, r: 1, p: 1 };
const problem = codedText("keychain-unavailable", { reason: "no secret service" });

interface System extends Keychain {
  works: boolean;
}

/** A system keychain that can be switched off. */
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

test("uses the system's keychain where it works, without a choice", async () => {
  const system = makeSystem();
  const keychain = open(system);
  await keychain.set("a", "1");
  expect(await keychain.status()).toEqual({ state: "ready", protection: "system" });
  expect([await system.get("a"), keychain.protection]).toEqual(["1", "system"]);
});

test("stores nothing without a system keychain until one was chosen", async () => {
  const keychain = open(makeSystem(false));
  expect(await keychain.status()).toEqual({ state: "undecided", systemProblem: problem });
  const rejection = { code: "keychain-undecided", text: codedText("keychain-undecided-reason", { problem }) };
  await expect(keychain.set("a", "1")).rejects.toMatchObject(rejection);
  await expect(keychain.get("a")).rejects.toMatchObject(rejection);
  expect(existsSync(folder.path("keychain.json"))).toBe(false);
});

test("memory applies to this start only, and has to be chosen again at the next", async () => {
  const keychain = open(makeSystem(false));
  expect(await keychain.choose({ protection: "memory" })).toMatchObject({ state: "ready", protection: "memory" });
  await keychain.set("a", "1");
  expect(await keychain.get("a")).toBe("1");
  expect(await open(makeSystem(false)).status()).toMatchObject({ state: "undecided" });
});

test("a passphrase file is locked at the next start, and opens only with its passphrase", async () => {
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

test("a chosen file is required at the next start, even if the system's keychain works again", async () => {
  await open(makeSystem(false)).choose({ protection: "file", passphrase });
  expect(await open(makeSystem(true)).status()).toEqual({ state: "locked", protection: "file" });
});

test("saves the choice, and the passphrase nowhere", async () => {
  const log = createFakeLog();
  const keychain = open(makeSystem(false), { log });
  await keychain.choose({ protection: "file", passphrase });
  expect(readFileSync(folder.path("keychain-choice.json"), "utf8")).toBe('{"protection":"file"}\n');
  expect(readFileSync(folder.path("keychain.json"), "utf8") + log.text()).not.toContain(passphrase);
});

test("an unreadable choice counts as none", async () => {
  writeFileSync(folder.path("keychain-choice.json"), "{broken");
  expect(await open(makeSystem()).status()).toEqual({ state: "ready", protection: "system" });
});

test("changing the protection moves no secret, and reports which tokens stay where", async () => {
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

test("choosing a keychain that still does not work fails, and the current one stays in force", async () => {
  const keychain = open(makeSystem(false));
  await keychain.choose({ protection: "memory" });
  await keychain.set("a", "1");
  await expect(keychain.choose({ protection: "system" })).rejects.toMatchObject({ code: "keychain-unavailable" });
  expect(await keychain.get("a")).toBe("1");
});

test("a protection set from outside is not changeable", async () => {
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

test("a keychain that waits for the operator offers the choice after half a minute, and is used if it opens later", async () => {
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

test("after any sequence of choices, a secret is found exactly where it was stored", async () => {
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
