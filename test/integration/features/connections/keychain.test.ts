/** The whole core on a computer whose system has no keychain. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import type { SelectableKeychain, Keychain } from "../../../../main/core/hosts.ts";
import { createSelectableKeychain } from "../../../../main/platform/node/keychain-choice.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();

const noKeychain = (): Promise<never> =>
  Promise.reject(
    new AppError("keychain-unavailable", codedText("keychain-unavailable", { reason: "no secret service" }), {
      details: { reason: "no secret service" },
    }),
  );
const missing: Keychain = { protection: "system", get: noKeychain, set: noKeychain, delete: noKeychain };
const passphrase = "correct horse";

/** The keychain of one start of the program. */
const openKeychain = (): SelectableKeychain =>
  createSelectableKeychain({
    clock: createFakeClock(),
    log: createFakeLog(),
    dataDir: folder.path(""),
    system: missing,
    cost: { N: 2 ** 15, r: 1, p: 1 },
  });

const open = (): Promise<Core> =>
  openCore({ simulator: { endpoints: 5 }, connection: false, hosts: { keychain: openKeychain() } });

test("signing in waits for the choice of a token storage, costs no call before it, and works after it", async () => {
  await using core = await open();
  const { app, client } = core;
  const topics: string[] = [];
  app.onAny((topic) => topics.push(topic));
  await expect(core.connect("practice")).rejects.toMatchObject({ code: "keychain-undecided" });
  expect(await client.keychain.get({})).toMatchObject({
    state: "undecided",
    systemProblem: codedText("keychain-unavailable", { reason: expect.any(String) as string }),
  });
  await client.keychain.choose({ protection: "memory" });
  await core.connect("practice");
  expect(await client.session.get({})).toMatchObject({ state: "signed-in", protection: "memory" });
  expect(topics).toContain("keychain.changed");
});

test("with a locked file the session reports why it cannot be used, and is available again after unlocking", async () => {
  await using core = await open();
  await core.client.keychain.choose({ protection: "file", passphrase });
  await core.connect("practice");
  await core.restart({ hosts: { keychain: openKeychain() }, keepAlive: true });
  const { client } = core;
  expect(await client.session.get({})).toMatchObject({
    connection: "practice",
    state: "signed-out",
    reason: "keychain-closed",
    message: codedText("keychain-locked"),
    protection: "file",
    authExpiresAt: expect.any(Number) as number,
  });
  await expect(client.sms.list({ endpoint: "70001" })).rejects.toMatchObject({ code: "keychain-locked" });
  await expect(client.keychain.unlock({ passphrase: "wrong one" })).rejects.toMatchObject({ code: "passphrase-wrong" });
  expect(await client.keychain.unlock({ passphrase })).toMatchObject({ state: "ready", protection: "file" });
  expect(await client.session.get({})).toMatchObject({ state: "signed-in", protection: "file" });
  expect(await client.sms.list({ endpoint: "70001" })).toMatchObject({ items: [] });
});

test("after a change of protection the former tokens are not used, and their location is reported", async () => {
  await using core = await open();
  const { client } = core;
  await client.keychain.choose({ protection: "file", passphrase });
  await core.connect("practice");
  const { note } = await client.keychain.choose({ protection: "memory" });
  expect(note).toEqual(codedText("tokens-stay-in-file"));
  await expect
    .poll(() => client.session.get({}))
    .toMatchObject({
      state: "signed-out",
      reason: "never-signed-in",
      message: codedText("tokens-were-in-file"),
    });
  await client.keychain.choose({ protection: "file", passphrase });
  await expect.poll(() => client.session.get({})).toMatchObject({ state: "signed-in" });
});
