/** Contract handlers for service profiles. */
import { definedFields } from "#shared/defined-fields.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Profile, ProfileDetail, profiles, ProfileList } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { pathId } from "../../../core/api/inputs.ts";
import { describeReading } from "../../../core/api/record-list.ts";
import type { Change } from "../../../core/journal/change.ts";
import { changeNotes } from "../creations.ts";
import { type NetworkContext, type NetworkDeps, openContext, runChange } from "../deps.ts";
import { dnsUseOf } from "../dns/impact.ts";
import { readList } from "../readings.ts";
import { createCreation } from "./create-profile.ts";
import { loadInventory, type ProfileInventory, profileUnknown, readDetail } from "./inventory.ts";
import type { MergedProfile } from "./merge-profiles.ts";
import { draftOf, isCreation } from "./profile-changes.ts";
import { createUpdates } from "./update-profile.ts";

export function createProfiles(deps: NetworkDeps): Handlers<typeof profiles> {
  return {
    list: async ({ connection }, { signal }) => await listOf(await openContext(deps, { connection, signal })),
    refresh: async ({ connection }, { signal }) =>
      await listOf(
        await runChange(deps, { connection, signal, part: "profiles" }, async (context) => {
          await readList(context, "profile");
          return context;
        }),
      ),
    get: async ({ connection, profile }, { signal }) =>
      await detailOf(await openContext(deps, { connection, signal }), profile),
    read: async ({ connection, profile }, { signal }) => {
      pathId("profile", profile);
      const opened = await runChange(deps, { connection, signal, part: "profiles" }, async (context) => {
        await readDetail(context, profile);
        return context;
      });
      return await detailOf(opened, profile);
    },
    ...createCreation(deps),
    ...createUpdates(deps),
    users: async ({ connection, profile }, { signal }) => {
      pathId("profile", profile);
      const context = await openContext(deps, { connection, signal });
      const inventory = await loadInventory(context);
      const current = inventory.profiles.find(({ id }) => id === profile);
      return {
        endpoints: inventory.endpointCountOf(current?.count ?? 0),
        byStatus: [...(await deps.use.byStatus(context.connection.name, profile, signal))],
        filter: deps.use.filterOf(profile),
        cache: inventory.cache,
        usedCount: current?.usedCount,
      };
    },
  };
}

async function listOf(context: NetworkContext): Promise<ProfileList> {
  const inventory = await loadInventory(context);
  const { reading, changes } = inventory.cached;
  return {
    list: describeReading(reading),
    cache: inventory.cache,
    items: inventory.profiles.map((one) => describe(one, inventory)),
    endpointsWithout: inventory.without,
    ...changeNotes(changes.filter(isCreation), sentOf, unconfirmedText),
  };
}

async function detailOf(context: NetworkContext, id: string): Promise<ProfileDetail> {
  const inventory = await loadInventory(context);
  const profile = inventory.profiles.find((one) => one.id === id);
  if (profile === undefined) throw profileUnknown(id);
  const cachedDetail = inventory.cached.details.find((one) => one.id === id);
  const record = cachedDetail?.record ?? inventory.cached.listed.find((one) => one.id === id)?.record;
  return {
    profile: describe(profile, inventory),
    detail: cachedDetail === undefined ? { state: "never" } : { state: cachedDetail.state, asOf: cachedDetail.as_of },
    record: record === undefined ? undefined : (JSON.parse(record) as JsonRecord),
  };
}

function describe(
  { count: _count, reported: _reported, ...fields }: MergedProfile,
  inventory: ProfileInventory,
): Profile {
  return { ...fields, dns: dnsUseOf(fields.id, inventory) };
}

function unconfirmedText({ name = "", previousIds }: Change): CodedText {
  const code = previousIds === undefined ? "profile-create-unconfirmed-no-list" : "profile-create-unconfirmed";
  return codedText(code, { name });
}

type Sent = Omit<ProfileList["resolved"][number], "message" | "state" | "resolvedAt">;

function sentOf(row: Change): Sent {
  const { change, at, name = "", subject: profile } = row;
  const { description, dns, callback } = draftOf(row);
  return definedFields<Sent>({ change, name, at, description, dns, callback, profile });
}
