/** The callback of a service profile against the simulator: a change stores the replaced callback, and an undo restores it. */
import { expect, test } from "vitest";
import { openCore, type Core } from "../../../../make/core.ts";
import { networkOptions } from "../../../../make/network-options.ts";

const open = (): Promise<Core> => openCore(networkOptions);
const absent = { kind: "refuse", rate: 1, status: 405, on: ["profile.list", "profile.get"] } as const;

test("stores the callback that a change replaced, and restores it unless it changed since", async () => {
  await using core = await open();
  const { client } = core;
  const callbackOf = async (): Promise<{ readonly earlier?: unknown } | undefined> =>
    (await client.profiles.get({ profile: "901" })).profile.callback;
  await client.profiles.read({ profile: "901" });
  expect((await callbackOf())?.earlier).toBeUndefined();
  await client.profiles.setCallback({ profile: "901" });
  const earlier = { change: 1, assignment: { state: "uses", callback: "21" } };
  expect(await callbackOf()).toMatchObject({ assignment: { state: "none" }, earlier });
  await expect(client.profiles.setCallback({ profile: "901", callback: "21", undoOf: 7 })).rejects.toMatchObject({
    code: "moved",
  });
  expect(await core.requests("profile.update")).toBe(1);
  expect(await client.profiles.setCallback({ profile: "901", callback: "21", undoOf: 1 })).toMatchObject({
    outcome: "set",
  });
  expect((await client.profiles.read({ profile: "901" })).record).toMatchObject({ api_callback: { id: 21 } });
});

test("stores the callback that a change with a lost response replaced, also when the change is repeated", async () => {
  await using core = await open();
  const { client } = core;
  await client.profiles.read({ profile: "901" });
  core.setFaults({ kind: "reset-before", rate: 1, on: ["profile.update", "profile.get"] });
  await expect(client.profiles.setCallback({ profile: "901" })).rejects.toMatchObject({ code: "connection-lost" });
  core.setFaults({ kind: "reset-before", rate: 1, on: "profile.update" }, absent);
  expect(await client.profiles.setCallback({ profile: "901" })).toMatchObject({ outcome: "unknown" });
  core.setFaults(absent);
  expect(await client.profiles.setCallback({ profile: "901" })).toMatchObject({ outcome: "set" });
  expect((await client.profiles.get({ profile: "901" })).profile.callback).toMatchObject({
    assignment: { state: "none" },
    earlier: { assignment: { state: "uses", callback: "21" } },
  });
});

test.each([404, 405])(
  "does not report a change that the service does not offer (%i) as a missing profile",
  async (status) => {
    await using core = await open();
    const { client } = core;
    core.setFaults({ kind: "refuse", rate: 1, status, on: "profile.update" });
    for (const change of [
      () => client.profiles.setCallback({ profile: "901", callback: "22" }),
      () => client.dns.attach({ profile: "901", dns: "4" }),
    ]) {
      await expect(change()).rejects.toMatchObject({
        code: "not-offered",
        text: { code: "profile-change-not-offered" },
      });
    }
    const rejected = client.profiles.setCallback({ profile: "4711", callback: "21" });
    await expect(rejected).rejects.toMatchObject({ code: "profile-unknown" });
  },
);

test("where there is neither list nor detail (404) a profile of endpoints is changed, and a 404 to that reports both reasons", async () => {
  await using core = await open();
  const { client } = core;
  const unread = { kind: "refuse", rate: 1, status: 404, on: ["profile.list", "profile.get"] } as const;
  await client.fleet.sync({ collections: ["endpoint"] });
  core.setFaults(unread);
  expect(await client.profiles.setCallback({ profile: "901", callback: "21" })).toMatchObject({ outcome: "set" });
  core.setFaults(unread, { kind: "refuse", rate: 1, status: 404, on: "profile.update" });
  await expect(client.dns.attach({ profile: "901", dns: "4" })).rejects.toMatchObject({
    code: "not-offered",
    text: { code: "profile-change-not-offered-or-gone", params: { profile: "901" } },
  });
});
