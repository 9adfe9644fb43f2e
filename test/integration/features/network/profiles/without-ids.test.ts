/** Service profiles of a service that does not return the ids of created records. */
import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { startReportingService, type ReportingService } from "../../../../fakes/reporting-service.ts";
import { openCore, type Core } from "../../../../make/core.ts";
import { networkOptions } from "../../../../make/network-options.ts";

const absent = { kind: "refuse", rate: 1, status: 405, on: ["profile.list", "profile.get"] } as const;

/** A service that does not return the ids of created records. */
async function startIdless(baseUrl: string): Promise<ReportingService> {
  return Object.assign(await startReportingService(baseUrl), { hidesNewIds: true });
}

const openIdless = (): Promise<Core> =>
  openCore({ ...networkOptions, simulator: { endpoints: 3 }, proxy: startIdless });

test("a lost creation needs a confirmation also if an older one of its name is resolved, and is named if one exists", async () => {
  await using core = await openIdless();
  const { client } = core;
  core.setFaults(absent);
  expect(await client.profiles.create({ name: "Neu" })).toMatchObject({ outcome: "created" });
  core.setFaults(absent, { kind: "reset-before", rate: 1, on: "profile.create" });
  expect(await client.profiles.create({ name: "Neu", allowSame: true })).toMatchObject({ outcome: "unknown" });
  core.setFaults(absent);
  const unconfirmed = await client.profiles.create({ name: "Neu" });
  expect(unconfirmed).toMatchObject({ outcome: "unsettled" });
  expect(unconfirmed.message).toEqual(codedText("profile-unconfirmed", { name: "Neu", change: 2 }));
  core.setFaults();
  const exists = await client.profiles.create({ name: "Neu" });
  expect(exists).toMatchObject({ outcome: "exists", id: "905" });
  expect(exists.message).toEqual(codedText("profile-exists-unconfirmed", { name: "Neu", ids: "905", change: 2 }));
  expect(await core.requests("profile.create")).toBe(2);
});

test("where the response had no id, the audit reports that, and its configuration is recorded once", async () => {
  await using core = await openIdless();
  const { client } = core;
  expect(await client.profiles.create({ name: "Neu", dns: "4" })).toMatchObject({ outcome: "created", id: "905" });
  const [entry] = (await client.audit.list({ kind: ["change"] })).items;
  expect(entry).toMatchObject({
    outcome: "done",
    resolution: { created: "905", message: formatText(codedText("proved-id-by-list", { id: "905" })) },
  });
  expect((await client.dns.changes({ profile: "905" })).changes).toMatchObject([{ kind: "created" }]);
});
