/** Name, description and switches of a service profile, changed over a service that loses responses. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { openCore, type Core } from "../../../../make/core.ts";
import { networkOptions } from "../../../../make/network-options.ts";

const open = (): Promise<Core> => openCore(networkOptions);
const profile = "901";

test("sends the named fields in one request, and the others stay unchanged", async () => {
  await using core = await open();
  const { profiles, audit, fleet } = core.client;
  await fleet.sync({ collections: ["endpoint"] });
  const { profile: before } = await profiles.read({ profile });
  const update = { profile, name: "Trackers EU", description: "", switches: { apply_sms_quota: true } };
  expect(await profiles.update(update)).toMatchObject({ outcome: "updated", endpoints: { exactness: "exact" } });
  expect(await core.requests("profile.update")).toBe(1);
  const { profile: now, record } = await profiles.read({ profile });
  expect(now).toMatchObject({ name: "Trackers EU", switches: { ...before.switches, apply_sms_quota: true } });
  expect(record).toMatchObject({ name: "Trackers EU", description: "", api_callback: { id: 21 } });
  const { items } = await audit.list({ limit: 1 });
  expect(items[0]).toMatchObject({ operation: formatText(codedText("update-profile")), outcome: "done" });
  expect(await profiles.update(update)).toMatchObject({ outcome: "unchanged" });
  expect(await core.requests("profile.update")).toBe(1);
});

test("rejects invalid values with their field, and sends nothing", async () => {
  await using core = await open();
  const { profiles } = core.client;
  const update = (fields: object): Promise<unknown> => profiles.update({ profile, ...fields });
  await expect(update({})).rejects.toMatchObject({ code: "invalid-input", details: { field: "name" } });
  await expect(update({ name: " " })).rejects.toMatchObject({ code: "invalid-input", details: { field: "name" } });
  await expect(update({ name: "x".repeat(256) })).rejects.toMatchObject({ details: { field: "name" } });
  await expect(profiles.update({ profile: "4711", name: "x" })).rejects.toMatchObject({ code: "profile-unknown" });
  expect(await core.requests("profile.update")).toBe(0);
});

test("resolves a lost response by the detail, or stays unknown until a later read", async () => {
  await using core = await open();
  const { profiles } = core.client;
  core.setFaults({ kind: "reset-after", rate: 1, on: "profile.update" });
  expect(await profiles.update({ profile, name: "Found again" })).toMatchObject({ outcome: "updated" });
  core.setFaults({ kind: "reset-before", rate: 1, on: "profile.update" });
  expect(await profiles.update({ profile, name: "Lost" })).toMatchObject({ outcome: "unknown" });
  const { profile: lost } = await profiles.get({ profile });
  expect(lost).toMatchObject({ name: "Found again", lostUpdate: { fields: ["name"] } });
  core.setFaults();
  expect(await profiles.update({ profile, name: "Lost" })).toMatchObject({ outcome: "updated" });
  expect((await profiles.get({ profile })).profile.lostUpdate).toBeUndefined();
});

test("where the service has neither list nor detail, the change made here is the known state", async () => {
  await using core = await open();
  const { profiles, fleet } = core.client;
  await fleet.sync({ collections: ["endpoint"] });
  core.setFaults({ kind: "refuse", rate: 1, status: 405, on: ["profile.list", "profile.get"] });
  expect(await profiles.update({ profile, name: "Renamed here" })).toMatchObject({ outcome: "updated" });
  expect((await profiles.get({ profile })).profile.name).toBe("Renamed here");
});

test("shows an accepted update although the detail is no longer offered", async () => {
  await using core = await open();
  const { profiles } = core.client;
  await profiles.read({ profile });
  core.setFaults({ kind: "refuse", rate: 1, status: 405, on: ["profile.list", "profile.get"] });
  expect(await profiles.update({ profile, description: "New words" })).toMatchObject({ outcome: "updated" });
  expect((await profiles.get({ profile })).profile.description).toBe("New words");
});
