/** Contract handlers for the DNS configuration of a profile: attach, detach, record an assignment, undo. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { dns } from "#shared/contract/network/dns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { DnsAssignment } from "#shared/contract/network/network-schemas.ts";
import { pathId } from "../../../core/api/inputs.ts";
import {
  changeProfile,
  describe,
  profileNow,
  readProfileNow,
  assignmentBefore,
  type ProfileChangeRequest,
} from "./change-profile.ts";
import type { DnsRepository } from "./dns-repository.ts";
import { checkedId } from "./dns-id.ts";
import type { DnsConnection, DnsDeps } from "./deps.ts";
import { isSame } from "./assignments.ts";
import { undo } from "./undo.ts";

type Attachments = Pick<Handlers<typeof dns>, "attach" | "detach" | "recordAssignment" | "undo">;

export function createAttachments(deps: DnsDeps, repository: DnsRepository): Attachments {
  const { connections, journal, onChanged } = deps;
  /** Serialises changes of one profile. */
  const withProfile = async <T>(
    named: string | undefined,
    profile: string,
    work: (connection: DnsConnection) => Promise<T>,
  ): Promise<T> => {
    pathId("profile", profile);
    const connection = await connections.open(named);
    return await journal.exclusive(connection, `profile ${profile}`, async () => {
      try {
        return await work(connection);
      } finally {
        onChanged(connection.name);
      }
    });
  };
  const change = async (
    connection: DnsConnection,
    id: string,
    { kind, after, operation }: Pick<ProfileChangeRequest, "kind" | "after" | "operation">,
    signal: AbortSignal,
  ): ReturnType<Attachments["attach"]> => {
    const profile = await readProfileNow(deps, repository, connection, id, signal);
    if (profile.use.source === "service" && isSame(profile.use.assignment, after)) {
      return { outcome: "unchanged", use: profile.use, message: codedText("no-change-needed") };
    }
    const before = await assignmentBefore(deps, connection, profile, after);
    return await changeProfile(deps, repository, { connection, kind, profile, before, after, operation });
  };
  return {
    attach: async ({ connection: named, profile, dns: id }, { signal }) => {
      const after = { state: "uses", dns: checkedId(id) } as const;
      const operation = "attach-dns";
      return await withProfile(named, profile, (connection) =>
        change(connection, profile, { kind: "attached", after, operation }, signal),
      );
    },
    detach: async ({ connection: named, profile }, { signal }) => {
      const after = { state: "none" } as const;
      const operation = "detach-dns";
      return await withProfile(named, profile, (connection) =>
        change(connection, profile, { kind: "detached", after, operation }, signal),
      );
    },
    recordAssignment: async ({ connection: named, profile: id, dns: dnsId }, { signal }) => {
      const after: DnsAssignment = dnsId === undefined ? { state: "none" } : { state: "uses", dns: checkedId(dnsId) };
      return await withProfile(named, id, async (connection) => {
        const profile = await profileNow(repository, connection, id, signal);
        const row = await journal.record(connection.id, {
          resource: "profile-dns",
          action: "recorded",
          subject: id,
          name: profile.name,
          before: profile.use.assignment,
          request: { after },
        });
        return {
          outcome: "done",
          use: (await profileNow(repository, connection, id, signal)).use,
          change: await describe(deps, connection, row),
          message: codedText("dns-recorded"),
        };
      });
    },
    undo: async ({ connection: named, profile, change: expectedChange }, { signal }) =>
      await withProfile(named, profile, (connection) =>
        undo(deps, repository, { connection, id: profile, expectedChange, signal }),
      ),
  };
}
