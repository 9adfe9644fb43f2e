/** DNS configurations, service profiles, data streams and API callbacks. Entry point of the feature. */
import type { dns } from "#shared/contract/network/dns.ts";
import type { profiles } from "#shared/contract/network/profiles.ts";
import type { streams } from "#shared/contract/network/streams.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { NetworkDeps } from "./resource.ts";
import { createAttachments } from "./dns/attachments.ts";
import { createConfigurations, dnsSpecs } from "./dns/configurations.ts";
import { assignmentSpecs } from "./dns/dns-changes.ts";
import { createProfileSpec, setCallbackSpec, updateProfileSpec } from "./profiles/profile-changes.ts";
import { createProfiles } from "./profiles/profiles.ts";
import { streamSpecs } from "./streams/create-stream.ts";
import { createStreams } from "./streams/streams.ts";

export interface Network {
  readonly dns: Handlers<typeof dns>;
  readonly profiles: Handlers<typeof profiles>;
  readonly streams: Handlers<typeof streams>;
  /** Removes the data of a connection. */
  deleteConnectionData(connectionId: number): Promise<void>;
}

export function createNetwork(deps: NetworkDeps): Network {
  deps.journal.register(...dnsSpecs, ...Object.values(assignmentSpecs));
  deps.journal.register(createProfileSpec, updateProfileSpec, setCallbackSpec, ...streamSpecs);
  return {
    dns: { ...createConfigurations(deps), ...createAttachments(deps) },
    profiles: createProfiles(deps),
    streams: createStreams(deps),
    deleteConnectionData: (connectionId) => deps.store.deleteConnectionData(connectionId),
  };
}
