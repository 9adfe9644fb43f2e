/** Handlers of the SMS contract: one endpoint, one SMS at a time. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { ConnectionOptions } from "#shared/contract/connections/connections.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { Message, sms } from "#shared/contract/messages/sms.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import { invalidInput, pathId } from "../../../core/api/inputs.ts";
import { isSenderNumber, normalizeSenderNumber, senderDigits } from "#shared/rules/sender-number.ts";
import { cancelAndReadBack, smsUnknown } from "../../../core/api/sms-cancel.ts";
import { isMissing, offeredOne } from "../../../core/api/offered.ts";
import { getSms, listSmsWhole } from "../../../core/api/sms.ts";
import type { Clock } from "../../../core/hosts.ts";
import { measureText } from "#shared/rules/measure.ts";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import { mayChange, newestSmsFirst, readSms, recordLine } from "./thread.ts";
import type { Campaigns } from "../../campaigns/index.ts";
import type { EndpointNames } from "../../fleet/index.ts";
import { readThread } from "./history.ts";
import type { SmsLists, SmsStore } from "./sms-lists.ts";
import { AppError } from "#shared/failure.ts";
import { z } from "zod";
import { readCursor, writeCursor } from "../../../core/store/cursor.ts";
import { lineOf, outcomeCode } from "./queries-ledger.ts";
import type { Place, RecentLine, RecentQuestion } from "./queries-recent.ts";

export interface SmsDeps {
  readonly store: SmsStore;
  readonly lists: Pick<SmsLists, "saveSmsList">;
  readonly names: Pick<EndpointNames, "of" | "holding">;
  readonly connections: {
    open(name?: string): Promise<{
      readonly id: number;
      readonly name: string;
      readonly options: Pick<ConnectionOptions, "defaultSender">;
      readonly api: ApiClient;
    }>;
  };
  /** Sends one SMS at most once, through the ledger of the campaigns. */
  readonly sender: Pick<Campaigns, "send" | "reconcile">;
  readonly clock: Clock;
  readonly onChanged: (connection: string, endpoint: string) => void;
}

export function createSmsHandlers(deps: SmsDeps): Handlers<typeof sms> {
  const { store, lists, names, connections, sender, clock, onChanged } = deps;
  return {
    send: async ({ connection, endpoint, from: written, text, expect, evenIfSuppressed, confirm }, { signal }) => {
      const from = normalizeSenderNumber(written);
      validate(endpoint, from, text);
      if (expect !== undefined) compilePattern(expect.pattern);
      const { id, name } = await connections.open(connection);
      const outcome = await sender.send(id, {
        endpointId: endpoint,
        from,
        text,
        signal,
        confirm,
        evenIfSuppressed: evenIfSuppressed === true ? evenIfSuppressed : undefined,
        expect,
      });
      onChanged(name, endpoint);
      return outcome;
    },
    list: async ({ connection, endpoint }, { signal }) => {
      const { id, api } = await connections.open(connection);
      try {
        // The time before the request: a list that is requested later may be answered earlier.
        const asOf = clock.now();
        const { records, complete } = await offeredOne(codedText("sms-list-not-offered", { endpoint }), () =>
          listSmsWhole(api, endpoint, { signal }),
        );
        await lists.saveSmsList(id, endpoint, { records, complete, asOf });
        return { items: records.map(readSms).toSorted(newestSmsFirst), asOf };
      } catch (error) {
        throw isMissing(error) && error.code !== "not-offered" ? endpointUnknown(endpoint, error) : error;
      }
    },
    thread: async ({ connection, endpoint }) => {
      const { id } = await connections.open(connection);
      const { placed, read } = await readThread({ store, names }, id, endpoint);
      const items = placed.map(({ line }) => line);
      const open = items.some(mayChange);
      return { items, open, asOf: read?.asOf };
    },
    recent: createRecent(deps),
    reconcile: async ({ connection, endpoint }, { signal }) => {
      const { id, name } = await connections.open(connection);
      const result = await sender.reconcile(id, endpoint, signal);
      onChanged(name, endpoint);
      return result;
    },
    async senders({ connection }) {
      const { id, options } = await connections.open(connection);
      const own = options.defaultSender === "none" ? [] : [options.defaultSender];
      return { senders: [...new Set([...own, ...(await store.senders(id))])] };
    },
    // oxlint-disable-next-line typescript/require-await -- pure, but the contract's handlers return promises
    measure: async ({ text }) => {
      const measure = measureText(text);
      return { ...measure, offenders: [...measure.offenders] };
    },
    get: async ({ connection, endpoint, id }, { signal }) => {
      const { api } = await connections.open(connection);
      try {
        return readSms(await getSms(api, endpoint, id, { signal }));
      } catch (error) {
        if (!isMissing(error)) throw error;
        const isEndpoint = error.details?.["serviceCode"] === missingReference;
        throw isEndpoint ? endpointUnknown(endpoint, error) : smsUnknown(endpoint, id, error);
      }
    },
    cancel: async ({ connection, endpoint, id }, { signal }) => {
      const { api, name } = await connections.open(connection);
      const cancellation = await cancelAndReadBack(api, endpoint, id, {
        signal,
        note: { operation: "cancel-sms", target: { kind: "endpoint", id: endpoint }, before: { sms: id } },
      });
      onChanged(name, endpoint);
      return cancellation;
    },
  };
}

/** Validated before anything is stored or sent; the error names the field. */
function validate(endpoint: string, from: string, text: string): void {
  pathId("endpoint", endpoint);
  if (!isSenderNumber(from)) {
    throw invalidInput("from", codedText("sender-not-numeric", { digits: senderDigits }));
  }
  if (text === "") throw invalidInput("text", codedText("message-empty"));
}

/** Errors of the service that mean "not found". */
function endpointUnknown(endpoint: string, cause: unknown): AppError {
  return new AppError("endpoint-unknown", codedText("no-such-endpoint", { endpoint }), {
    cause,
    details: { endpoint },
  });
}

/** The code of a 404 for an endpoint that does not exist (docs/service-facts.md#errors). */
const missingReference = 1401;

// The message overview: the cached messages of all endpoints.

interface RecentDeps {
  readonly store: SmsStore;
  readonly names: Pick<EndpointNames, "of" | "holding">;
  readonly connections: { open(name?: string): Promise<{ readonly id: number }> };
}

function createRecent({ store, names, connections }: RecentDeps): Handlers<typeof sms>["recent"] {
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
