/** Contract handlers for DNS configurations, and the assignments that the profiles feature needs. */
import type { dns } from "#shared/contract/network/dns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { createAttachments } from "./attachments.ts";
import { createConfigurations } from "./configurations.ts";
import {
  assignmentSpecs,
  createDnsSpec,
  currentChanges,
  deleteDnsSpec,
  describeChange,
  listAssignmentChanges,
} from "./dns-changes.ts";
import { createDnsRepository, type DnsRepository } from "./dns-repository.ts";
import type { DnsDeps } from "./deps.ts";
import { impactOfDeletion, impactOfProfile } from "./impact.ts";

export interface Dns {
  readonly handlers: Handlers<typeof dns>;
  readonly uses: DnsRepository["uses"];
  /** Profiles changed or recorded here; `at` is when the change ended. */
  changedHere(
    connectionId: number,
  ): Promise<readonly { readonly id: string; readonly name: string | undefined; readonly at: number }[]>;
  /** Removes the data of a connection. */
  deleteConnectionData(connectionId: number): Promise<void>;
}

export function createDnsFeature(deps: DnsDeps): Dns {
  const { store, connections, journal } = deps;
  journal.register(createDnsSpec, deleteDnsSpec, ...Object.values(assignmentSpecs));
  const repository = createDnsRepository(deps);
  return {
    uses: repository.uses,
    changedHere: async (connectionId) =>
      [...currentChanges(await listAssignmentChanges(journal, connectionId)).values()].map(
        ({ profile: id, profileName: name, at, endedAt = at }) => ({ id, name, at: endedAt }),
      ),
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
        const all = await listAssignmentChanges(journal, id);
        const rows = all
          .toReversed()
          .filter((row) => (profile === undefined || row.profile === profile) && row.change < (before ?? Infinity))
          .slice(0, limit);
        return {
          changes: rows.map((row) => describeChange(row, all)),
          next: rows.length < limit ? undefined : rows.at(-1)?.change,
        };
      },
    },
  };
}
