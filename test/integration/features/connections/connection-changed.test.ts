/** A connection name with a new address: what was planned for the former service is never sent to the new one. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { connectionOptionsSchema } from "#shared/contract/connections/connections.ts";
import { createMemoryKeychain } from "../../../../main/platform/node/keychain-choice.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { openCore } from "../../../make/core.ts";
import { openConnectedCore, type ConnectedCore } from "../../../make/connected-core.ts";
import { openPracticeService } from "../../../make/practice-service.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const scratch = useScratchFolder();

const open = (): Promise<ConnectedCore> =>
  openConnectedCore({ dataDir: scratch.path(""), clock: createFakeClock(), keychain: createMemoryKeychain() });

test("a campaign planned for the former service is not sent to the new one, with the reason", async () => {
  await using core = await openCore();
  const other = await openPracticeService({ seed: 2 });
  await using _other = other;
  const { campaignId } = await core.client.campaigns.plan({
    name: "old",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(3) } } }],
  });
  const { baseUrl, applicationToken } = other.simulator;
  await core.client.connections.connect({ name: "practice", baseUrl, secret: { applicationToken } });
  await expect(core.client.campaigns.start({ campaignId })).rejects.toMatchObject({
    code: "connection-changed",
    text: codedText("connection-changed", { name: "practice" }),
  });
  expect([core.simulator.ledger(), other.simulator.ledger()]).toEqual([[], []]);
  expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ connection: "practice" });
});

test("the cache of the former service is not shown as that of the new one", async () => {
  await using core = await openCore();
  const other = await openPracticeService({ seed: 2 });
  await using _other = other;
  const { baseUrl, applicationToken } = other.simulator;
  await core.client.connections.connect({ name: "practice", baseUrl, secret: { applicationToken } });
  expect(await core.client.fleet.completeness({ collection: "endpoint" })).toEqual({ state: "never" });
  expect((await core.client.connections.list({})).connections.map(({ name, baseUrl: at }) => [name, at])).toEqual([
    ["practice", baseUrl],
  ]);
});

test.each([
  ["the same organisation", "1", "1", true],
  ["another organisation", "1", "2", false],
  ["an organisation that is not reported", "1", undefined, true],
  ["an organisation that was not reported before", undefined, "2", true],
])("%s at the same address: the same connection or another", async (_case, former, now, isSame) => {
  await using core = await open();
  const save = (organisationId: string | undefined, vaultKey: string): ReturnType<typeof core.connectionStore.save> =>
    core.connectionStore.save({
      name: "work",
      baseUrl: "https://example.com",
      kind: "application-token",
      options: connectionOptionsSchema.parse({ reconcileAfterMs: 1, ceiling: "none" }),
      identity: { organisationId },
      session: {},
      vaultKey,
      practice: false,
      allowUnencrypted: false,
    });
  const first = await save(former, "a");
  const second = await save(now, "b");
  expect([second.id === first.id, (await core.connectionStore.all()).map(({ id }) => id)]).toEqual([
    isSame,
    [second.id],
  ]);
  if (!isSame) {
    await expect(core.gateway.openById(first.id)).rejects.toMatchObject({ code: "connection-changed" });
  }
});
