/** The whole core on a computer whose system has no keychain. */
import { afterEach, expect, test } from "vitest";
import { createApp } from "../../../main/app.ts";
import type { App } from "../../../main/app.ts";
import { AppError } from "../../../main/failure.ts";
import type { Keychain } from "../../../main/hosts.ts";
import { createChosenKeychain } from "../../../main/node/keychain-choice.ts";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeLog } from "../../fakes/fake-log.ts";
import { makeHosts } from "../../make/hosts.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const noKeychain = (): Promise<never> =>
  Promise.reject(new AppError("keychain-unavailable", "There is none.", { details: { reason: "no secret service" } }));
const missing: Keychain = { protection: "system", get: noKeychain, set: noKeychain, delete: noKeychain };
const passphrase = "correct horse";

/** One start of the program. */
async function start(lasting = false): Promise<App> {
  const log = createFakeLog();
  const keychain = createChosenKeychain({
    clock: createFakeClock(),
    log,
    dataDir: folder.path(""),
    system: missing,
    cost: { N: 2 ** 10, r: 8, p: 1 },
  });
  const app = createApp(makeHosts(folder.path("data"), { keychain, log }), { lasting });
  await app.start();
  open.push(() => app.stop());
  return app;
}

test("signing in waits for the choice, costs no call before it, and works after it", async () => {
  const service = await startSimulator({ endpoints: 5 });
  open.push(() => service.close());
  const app = await start();
  const { client } = app;
  const told: string[] = [];
  app.onAny((topic) => told.push(topic));
  const connection = {
    name: "work",
    baseUrl: service.baseUrl,
    secret: { applicationToken: service.applicationToken },
  };
  await expect(client.connections.connect(connection)).rejects.toMatchObject({ code: "keychain-undecided" });
  expect(await client.keychain.get({})).toMatchObject({
    state: "undecided",
    systemProblem: expect.any(String) as string,
  });
  await client.keychain.choose({ protection: "memory" });
  await client.connections.connect(connection);
  expect(await client.session.get({})).toMatchObject({ state: "signed-in", protection: "memory" });
  expect(told).toContain("keychain.changed");
});

test("behind a locked file the session says why it cannot be used, and is there again once it is open", async () => {
  const service = await startSimulator({ endpoints: 5 });
  open.push(() => service.close());
  const first = await start();
  await first.client.keychain.choose({ protection: "file", passphrase });
  const secret = { applicationToken: service.applicationToken };
  await first.client.connections.connect({ name: "work", baseUrl: service.baseUrl, secret });
  await first.stop();
  const { client } = await start(true);
  expect(await client.session.get({})).toMatchObject({
    connection: "work",
    state: "signed-out",
    reason: "keychain-closed",
    message: "The keychain file is locked. Enter its passphrase first.",
    protection: "file",
    authExpiresAt: expect.any(Number) as number,
  });
  await expect(client.sms.list({ endpoint: "70001" })).rejects.toMatchObject({ code: "keychain-locked" });
  await expect(client.keychain.unlock({ passphrase: "wrong one" })).rejects.toMatchObject({ code: "passphrase-wrong" });
  expect(await client.keychain.unlock({ passphrase })).toMatchObject({ state: "ready", protection: "file" });
  expect(await client.session.get({})).toMatchObject({ state: "signed-in", protection: "file" });
  expect(await client.sms.list({ endpoint: "70001" })).toMatchObject({ items: [] });
});

test("after a change of protection the tokens of before are not used any more, and it is said where they are", async () => {
  const service = await startSimulator({ endpoints: 5 });
  open.push(() => service.close());
  const { client } = await start();
  await client.keychain.choose({ protection: "file", passphrase });
  const secret = { applicationToken: service.applicationToken };
  await client.connections.connect({ name: "work", baseUrl: service.baseUrl, secret });
  const { note } = await client.keychain.choose({ protection: "memory" });
  expect(note).toContain("passphrase file");
  await expect
    .poll(() => client.session.get({}))
    .toMatchObject({
      state: "signed-out",
      reason: "never-signed-in",
      message: "The tokens of this connection were kept in the passphrase file. Connect again.",
    });
  await client.keychain.choose({ protection: "file", passphrase });
  await expect.poll(() => client.session.get({})).toMatchObject({ state: "signed-in" });
});
