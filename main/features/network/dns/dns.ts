/** Contract handlers for DNS configurations, and the assignments that the profiles feature needs. */
import type { dns } from "#shared/contract/network/dns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { createAttachments } from "./attachments.ts";
import { createConfigurations } from "./configurations.ts";
import { describeChange } from "./describe-change.ts";
import { createDnsRepository, type DnsRepository } from "./dns-repository.ts";
import type { DnsDeps } from "./deps.ts";
import { impactOfDeletion, impactOfProfile } from "./impact.ts";

export interface Dns {
  readonly handlers: Handlers<typeof dns>;
  readonly uses: DnsRepository["uses"];
  /** Marks requests in flight at the end of the former process as lost. */
  start(): Promise<void>;
  /** Profiles changed or recorded here; `at` is when the change ended. */
  changedHere(
    connectionId: number,
  ): Promise<readonly { readonly id: string; readonly name: string | undefined; readonly at: number }[]>;
  /** Records the assignment of a profile created here, with or without a configuration. */
  onCreated(
    connectionId: number,
    profile: { readonly id: string; readonly name: string; readonly dns: string | undefined; readonly at: number },
  ): Promise<void>;
  /** Removes the data of a connection. */
  deleteConnectionData(connectionId: number): Promise<void>;
}

export function createDnsFeature(deps: DnsDeps): Dns {
  const { store, connections } = deps;
  const repository = createDnsRepository(deps);
  return {
    uses: repository.uses,
    start: () => store.endAll(deps.clock.now()),
    changedHere: async (connectionId) =>
      (await store.currentChanges(connectionId)).map(({ profile: id, profile_name: name, at, ended }) => ({
        id,
        name: name ?? undefined,
        at: ended ?? at,
      })),
    onCreated: async (connection, { id: profile, name: profileName, dns: id, at }) => {
      const none = JSON.stringify({ state: "none" });
      const after = id === undefined ? none : JSON.stringify({ state: "uses", dns: id });
      await store.begin({ connection, kind: "created", state: "done", at, profile, profileName, before: none, after });
    },
    deleteConnectionData: (connectionId) => store.deleteConnectionData(connectionId),
    handlers: {
      ...createConfigurations(deps, repository),
      ...createAttachments(deps, repository),
      impact: async (request, { signal }) => {
        const { inventory, uses } = await repository.loadInventory(await connections.open(request.connection), signal);
        return request.action === "delete"
          ? impactOfDeletion(request.dns, inventory, uses)
          : impactOfProfile(request.profile, inventory, uses);
      },
      changes: async ({ connection: named, profile, before, limit }) => {
        const { id } = await connections.open(named);
        const rows = await store.changes(id, { profile, before, limit });
        const newest = new Map(
          await Promise.all(
            [...new Set(rows.map((row) => row.profile))].map(
              async (one) => [one, await store.newestLocalChange(id, one)] as const,
            ),
          ),
        );
        const last = rows.at(-1);
        return {
          changes: rows.map((row) => describeChange(row, newest.get(row.profile))),
          next: rows.length < limit ? undefined : last?.change,
        };
      },
    },
  };
}
