import { expect, test } from "vitest";
import { codedText } from "#shared/texts/coded-text.ts";
import { createSystemKeychain, type Keytar } from "../../../../main/platform/node/keychain-keytar.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

/** Works in memory; blocks every call while `locked`. */
function createFakeKeytar(): Keytar & { locked: boolean; unlock(): void; readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  let waiting: (() => void)[] = [];
  const gate = async (): Promise<void> => {
    if (keytar.locked) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const keytar = {
    entries,
    locked: false,
    unlock: () => {
      keytar.locked = false;
      for (const resume of waiting) resume();
      waiting = [];
    },
    getPassword: async (service: string, account: string) => {
      await gate();
      return entries.get(`${service} ${account}`) ?? null;
    },
    setPassword: async (service: string, account: string, secret: string) => {
      await gate();
      entries.set(`${service} ${account}`, secret);
    },
    deletePassword: async (service: string, account: string) => {
      await gate();
      return entries.delete(`${service} ${account}`);
    },
  };
  return keytar;
}

test("values are stored under the name of the program", async () => {
  const keytar = createFakeKeytar();
  const keychain = createSystemKeychain({
    clock: createFakeClock(),
    log: createFakeLog(),
    load: () => Promise.resolve(keytar),
  });
  await keychain.set("k", "value");
  expect([await keychain.get("k"), [...keytar.entries.keys()]]).toEqual(["value", ["Fleetdesk k"]]);
});

test("reports missing system libraries and names the three choices", async () => {
  const reason = "libsecret-1.so.0: cannot open shared object file";
  const load = (): Promise<Keytar> => Promise.reject(new Error(reason));
  const keychain = createSystemKeychain({ clock: createFakeClock(), log: createFakeLog(), load });
  await expect(keychain.get("k")).rejects.toMatchObject({
    code: "keychain-unavailable",
    text: codedText("keychain-unavailable-advice", { reason }),
    message: expect.stringMatching(/libsecret.*--keychain file.*FLEETDESK_PASSPHRASE.*--keychain memory/),
  });
});

test("reports a missing secret service, and works as soon as there is one", async () => {
  const keytar = createFakeKeytar();
  let isInstalled = false;
  const load = (): Promise<Keytar> =>
    isInstalled ? Promise.resolve(keytar) : Promise.reject(new Error("Cannot autolaunch D-Bus without X11 $DISPLAY"));
  const keychain = createSystemKeychain({ clock: createFakeClock(), log: createFakeLog(), load });
  await expect(keychain.set("k", "value")).rejects.toMatchObject({ code: "keychain-unavailable" });
  isInstalled = true;
  await keychain.set("k", "value");
  expect(await keychain.get("k")).toBe("value");
});

test("a keychain that stays locked fails after a timeout", async () => {
  const clock = createFakeClock();
  const keytar = createFakeKeytar();
  keytar.locked = true;
  const keychain = createSystemKeychain({
    clock,
    log: createFakeLog(),
    load: () => Promise.resolve(keytar),
    limitMs: 60_000,
  });
  const reading = expect(keychain.get("k")).rejects.toMatchObject({
    code: "keychain-unavailable",
    details: { reason: codedText("keychain-no-response", { seconds: 60 }) },
  });
  await clock.advance(60_000);
  await reading;
});

test("a write that timed out while the keychain was locked does not overtake a later one", async () => {
  const clock = createFakeClock();
  const keytar = createFakeKeytar();
  const keychain = createSystemKeychain({
    clock,
    log: createFakeLog(),
    load: () => Promise.resolve(keytar),
    limitMs: 60_000,
  });
  keytar.locked = true;
  const first = expect(keychain.set("k", "first")).rejects.toMatchObject({ code: "keychain-unavailable" });
  await clock.advance(60_000);
  await first;
  const second = keychain.set("k", "second");
  keytar.unlock();
  await second;
  expect([await keychain.get("k"), clock.waiting]).toEqual(["second", 0]);
});
