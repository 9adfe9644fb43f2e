/** The message overview: the cached messages of all endpoints. */
import type { JsonRecord, Handlers } from "#shared/contract/kit.ts";
import type { Message, sms } from "#shared/contract/messages/sms.ts";
import { z } from "zod";
import { readCursor, writeCursor } from "../../../core/store/cursor.ts";
import { lineOf, outcomeCode } from "./queries-ledger.ts";
import type { RecentLine } from "./queries-recent.ts";
import type { Place, RecentQuestion } from "./recent-question.ts";
import type { SmsStore } from "./sms-lists.ts";
import { recordLine } from "./thread.ts";
import type { EndpointNames } from "../../fleet/index.ts";

export interface RecentDeps {
  readonly store: SmsStore;
  readonly names: EndpointNames;
  readonly connections: { open(name?: string): Promise<{ readonly id: number }> };
}

export function createRecent({ store, names, connections }: RecentDeps): Handlers<typeof sms>["recent"] {
  return async ({ connection, cursor, ...query }) => {
    const { id } = await connections.open(connection);
    const search = (query.search ?? "").trim().toLowerCase();
    const filters = {
      connection: id,
      direction: query.direction,
      delivery: query.delivery,
      outcome: query.outcome?.filter((word) => word !== "not-sent").map(outcomeCode),
      notSent: query.outcome?.includes("not-sent") ?? false,
      search,
      from: query.from ?? earliest,
      until: query.until ?? latest,
    };
    const identity = JSON.stringify(filters);
    const after = cursor === undefined ? undefined : readCursor(identity, cursor, placeSchema);
    const named = search === "" ? [] : await names.holding(id, search);
    const question: RecentQuestion = { ...filters, named, after, limit: query.limit };
    const [{ lines, more }, { threads, oldest, newest }] = await Promise.all([
      store.recentMessages(question),
      store.readings(id),
    ]);
    const called = await names.of(id, [...new Set(lines.map(({ place }) => place[1]))]);
    const items = lines.map((line) => toMessage(line, called.get(line.place[1])));
    const last = lines.at(-1);
    return {
      items,
      threads,
      nextCursor: more && last !== undefined ? writeCursor(identity, last.place) : undefined,
      oldest: oldest ?? undefined,
      newest: newest ?? undefined,
    };
  };
}

const placeSchema: z.ZodType<Place> = z.tuple([z.number(), z.string(), z.string()]);
const earliest = Number.MIN_SAFE_INTEGER;
const latest = Number.MAX_SAFE_INTEGER;

function toMessage(line: RecentLine, name: string | undefined): Message {
  if (line.kind === "ledger") return lineOf(line.message, name);
  const { owner, answers } = line;
  const [at, endpoint, key] = line.place;
  const record = JSON.parse(line.record) as JsonRecord;
  return recordLine({ endpoint, key, at, record }, { owner, answers, name });
}
