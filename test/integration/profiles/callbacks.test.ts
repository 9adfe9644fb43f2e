/** The callback of a service profile against the simulator: what a change replaced is kept, and put back. */
import { expect, test } from "vitest";
import { type NetworkCore, openNetworkCore } from "../../make/network-core.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open = (): Promise<NetworkCore> => openNetworkCore(folder.path("data"), { endpoints: 30 });
const absent = { kind: "refuse", rate: 1, status: 405, on: ["profile.list", "profile.get"] } as const;

test("the callback that a change replaced is kept, and put back unless it moved since", async () => {
  await using core = await open();
  const { client } = core;
  const callbackOf = async (): Promise<unknown> => (await client.profiles.get({ profile: "901" })).profile.callback;
  await client.profiles.read({ profile: "901" });
  expect(await callbackOf()).not.toHaveProperty("earlier");
  await client.profiles.setCallback({ profile: "901" });
  const earlier = { change: 1, stand: { state: "uses", callback: "21" } };
  expect(await callbackOf()).toMatchObject({ stand: { state: "none" }, earlier });
  await expect(client.profiles.setCallback({ profile: "901", callback: "21", undoOf: 7 })).rejects.toMatchObject({
    code: "moved",
  });
  expect(await core.calls("profile.update")).toBe(1);
  expect(await client.profiles.setCallback({ profile: "901", callback: "21", undoOf: 1 })).toMatchObject({
    outcome: "set",
  });
  expect((await client.profiles.read({ profile: "901" })).record).toMatchObject({ api_callback: { id: 21 } });
});

test("what was replaced by a change whose answer was lost is kept over doing it once more", async () => {
  await using core = await open();
  const { client } = core;
  await client.profiles.read({ profile: "901" });
  core.faults({ kind: "reset-before", rate: 1, on: ["profile.update", "profile.get"] });
  await expect(client.profiles.setCallback({ profile: "901" })).rejects.toMatchObject({ code: "connection-lost" });
  core.faults({ kind: "reset-before", rate: 1, on: "profile.update" }, absent);
  expect(await client.profiles.setCallback({ profile: "901" })).toMatchObject({ outcome: "unknown" });
  core.faults(absent);
  expect(await client.profiles.setCallback({ profile: "901" })).toMatchObject({ outcome: "set" });
  expect((await client.profiles.get({ profile: "901" })).profile.callback).toMatchObject({
    stand: { state: "none" },
    earlier: { stand: { state: "uses", callback: "21" } },
  });
});
