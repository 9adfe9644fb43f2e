/** What profiles use: attached, detached, told, and one step back. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { dns } from "#contract/dns.ts";
import type { Handlers } from "#contract/kit.ts";
import type { DnsStand } from "#contract/network-words.ts";
import { pathId } from "../../api/inputs.ts";
import { createTurns } from "../../wait.ts";
import {
  changeProfile,
  describe,
  profileNow,
  readProfileNow,
  standBefore,
  type WantedChange,
} from "./change-profile.ts";
import type { DnsDesk } from "./dns-desk.ts";
import { checkedId } from "./dns-id.ts";
import type { DnsConnection, DnsParts } from "./parts.ts";
import { isSame } from "./stands.ts";
import { undo } from "./undo.ts";

type Attachments = Pick<Handlers<typeof dns>, "attach" | "detach" | "tell" | "undo">;

export function createAttachments(parts: DnsParts, desk: DnsDesk): Attachments {
  const { store, connections, clock, onChanged } = parts;
  const inTurn = createTurns();
  /** Changes of one profile go one after another. */
  const at = async <T>(
    named: string | undefined,
    profile: string,
    work: (connection: DnsConnection) => Promise<T>,
  ): Promise<T> => {
    pathId("profile", profile);
    const connection = await connections.open(named);
    return await inTurn(`${connection.id} ${profile}`, async () => {
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
    { kind, after, what }: Pick<WantedChange, "kind" | "after" | "what">,
    signal: AbortSignal,
  ): ReturnType<Attachments["attach"]> => {
    const profile = await readProfileNow(parts, desk, connection, id, signal);
    if (profile.use.source === "service" && isSame(profile.use.stand, after)) {
      return { outcome: "unchanged", use: profile.use, message: codedText("no-change-needed") };
    }
    const before = await standBefore(parts, connection, profile, after);
    return await changeProfile(parts, desk, { connection, kind, profile, before, after, what });
  };
  return {
    attach: async ({ connection: named, profile, dns: id }, { signal }) => {
      const after = { state: "uses", dns: checkedId(id) } as const;
      const what = "attach-dns";
      return await at(named, profile, (connection) =>
        change(connection, profile, { kind: "attached", after, what }, signal),
      );
    },
    detach: async ({ connection: named, profile }, { signal }) => {
      const after = { state: "none" } as const;
      const what = "detach-dns";
      return await at(named, profile, (connection) =>
        change(connection, profile, { kind: "detached", after, what }, signal),
      );
    },
    tell: async ({ connection: named, profile: id, dns: given }, { signal }) => {
      const after: DnsStand = given === undefined ? { state: "none" } : { state: "uses", dns: checkedId(given) };
      return await at(named, id, async (connection) => {
        const profile = await profileNow(desk, connection, id, signal);
        const number = await store.begin({
          connection: connection.id,
          kind: "told",
          state: "done",
          at: clock.now(),
          profile: id,
          profileName: profile.name,
          before: JSON.stringify(profile.use.stand),
          after: JSON.stringify(after),
        });
        const row = await store.change(number);
        return {
          outcome: "done",
          use: (await profileNow(desk, connection, id, signal)).use,
          ...(row === undefined ? {} : { change: await describe(parts, connection, row) }),
          message: codedText("dns-recorded"),
        };
      });
    },
    undo: async ({ connection: named, profile, change: meant }, { signal }) =>
      await at(named, profile, (connection) => undo(parts, desk, { connection, id: profile, meant, signal })),
  };
}
