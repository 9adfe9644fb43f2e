/** Service profiles of a service that does not say the ids of what is created. */
import { expect, test } from "vitest";
import { startTellingService, type TellingService } from "../../fakes/telling-service.ts";
import { type NetworkCore, openNetworkCore } from "../../make/network-core.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const absent = { kind: "refuse", rate: 1, status: 405, on: ["profile.list", "profile.get"] } as const;

/** Before the service stands one that does not say the ids of what is created. */
async function openIdless(): Promise<NetworkCore> {
  let teller: TellingService | undefined;
  const wayTo = async (baseUrl: string): Promise<string> => {
    teller = await startTellingService(baseUrl);
    teller.hidesNewIds = true;
    return teller.baseUrl;
  };
  const core = await openNetworkCore(folder.path("data"), { endpoints: 3 }, { wayTo });
  const dispose = async (): Promise<void> => {
    await core[Symbol.asyncDispose]();
    await teller?.[Symbol.asyncDispose]();
  };
  return { ...core, [Symbol.asyncDispose]: dispose };
}

test("a lost creation is asked about also where an older one of its name is done, and named where one is there", async () => {
  await using core = await openIdless();
  const { client } = core;
  core.faults(absent);
  expect(await client.profiles.create({ name: "Neu" })).toMatchObject({ outcome: "created" });
  core.faults(absent, { kind: "reset-before", rate: 1, on: "profile.create" });
  expect(await client.profiles.create({ name: "Neu", allowSame: true })).toMatchObject({ outcome: "unknown" });
  core.faults(absent);
  const unsettled = await client.profiles.create({ name: "Neu" });
  expect(unsettled).toMatchObject({ outcome: "unsettled" });
  expect(unsettled.message).toContain("as change 2, and what came of that is not known");
  core.faults();
  const exists = await client.profiles.create({ name: "Neu" });
  expect(exists).toMatchObject({ outcome: "exists", id: "905" });
  expect(exists.message).toBe(
    'There is a service profile "Neu" already (905); nothing was sent. ' +
      "One was also sent as change 2, and what came of that is not known yet.",
  );
  expect(await core.calls("profile.create")).toBe(2);
});

test("where the answer came without an id, the audit says so, and its configuration is noted once", async () => {
  await using core = await openIdless();
  const { client } = core;
  expect(await client.profiles.create({ name: "Neu", dns: "4" })).toMatchObject({ outcome: "created", id: "905" });
  const [entry] = (await client.audit.list({ kind: ["change"] })).items;
  expect(entry).toMatchObject({
    outcome: "done",
    settled: { created: "905", words: "The answer did not tell the id; the service's list has it as 905." },
  });
  expect((await client.dns.changes({ profile: "905" })).changes).toMatchObject([{ kind: "created" }]);
});
