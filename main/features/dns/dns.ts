/** The page of the treaty about DNS configurations, and what profiles use, for the service profiles. */
import type { dns } from "#contract/dns.ts";
import type { Handlers } from "#contract/kit.ts";
import { createAttachments } from "./attachments.ts";
import { createConfigurations } from "./configurations.ts";
import { describeChange } from "./describe-change.ts";
import { createDnsDesk, type DnsDesk } from "./dns-desk.ts";
import type { DnsParts } from "./parts.ts";
import { radiusOfDeletion, radiusOfProfile } from "./radius.ts";

export interface Dns {
  readonly handlers: Handlers<typeof dns>;
  readonly uses: DnsDesk["uses"];
  /** What was on its way when the program ended is lost. */
  start(): Promise<void>;
  /** Profiles that something was done to, or said of, from here; `at` is when it ended. */
  changedHere(
    connectionId: number,
  ): Promise<readonly { readonly id: string; readonly name: string | undefined; readonly at: number }[]>;
  /** A profile was created here, with a configuration or without one. */
  onCreated(
    connectionId: number,
    profile: { readonly id: string; readonly name: string; readonly dns: string | undefined; readonly at: number },
  ): Promise<void>;
  /** Removes what is kept of a connection. */
  forget(connectionId: number): Promise<void>;
}

export function createDnsFeature(parts: DnsParts): Dns {
  const { store, connections } = parts;
  const desk = createDnsDesk(parts);
  return {
    uses: desk.uses,
    start: () => store.endAll(parts.clock.now()),
    changedHere: async (connectionId) =>
      (await store.standing(connectionId)).map(({ profile: id, profile_name: name, at, ended }) => ({
        id,
        name: name ?? undefined,
        at: ended ?? at,
      })),
    onCreated: async (connection, { id: profile, name: profileName, dns: id, at }) => {
      const none = JSON.stringify({ state: "none" });
      const after = id === undefined ? none : JSON.stringify({ state: "uses", dns: id });
      await store.begin({ connection, kind: "created", state: "done", at, profile, profileName, before: none, after });
    },
    forget: (connectionId) => store.forget(connectionId),
    handlers: {
      ...createConfigurations(parts, desk),
      ...createAttachments(parts, desk),
      radius: async (asked, { signal }) => {
        const { survey, uses } = await desk.survey(await connections.open(asked.connection), signal);
        return asked.action === "delete"
          ? radiusOfDeletion(asked.dns, survey, uses)
          : radiusOfProfile(asked.profile, survey, uses);
      },
      changes: async ({ connection: named, profile, before, limit }) => {
        const { id } = await connections.open(named);
        const rows = await store.changes(id, { profile, before, limit });
        const newest = new Map(
          await Promise.all(
            [...new Set(rows.map((row) => row.profile))].map(
              async (one) => [one, await store.newestMade(id, one)] as const,
            ),
          ),
        );
        const last = rows.at(-1);
        return {
          changes: rows.map((row) => describeChange(row, newest.get(row.profile))),
          ...(rows.length < limit || last === undefined ? {} : { next: last.change }),
        };
      },
    },
  };
}
