/** Sends one creation: stored as unknown first, sent once, resolved by the answer or by reading the list again. */
import { codedText, type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import type { StreamRequest } from "#shared/contract/network/stream-schemas.ts";
import { acceptedOf } from "../../../core/api/errors.ts";
import type { ListAfterCreation } from "../../../core/api/lost-answer.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { readList } from "./read-list.ts";
import { type StreamConnection, type StreamDeps, workOf } from "./deps.ts";
import type { Kind } from "./queries.ts";

export interface Creation {
  readonly kind: Kind;
  readonly connection: StreamConnection;
  /** The form as it is stored. */
  readonly form: unknown;
  readonly sent: readonly StreamRequest[];
  readonly previousIds: string | undefined;
  /** Sends the request once. Without the caller's signal: a write must not be cancelled half-way. */
  readonly send: (work: string) => Promise<{ readonly id: string | undefined }>;
}

export type Created =
  | {
      readonly state: "created";
      readonly entry: number;
      readonly id: string | undefined;
      readonly wasLost: boolean;
      /** State of the list where the answer contained no id. */
      readonly list: ListAfterCreation;
    }
  | { readonly state: "unknown"; readonly entry: number; readonly why: CodedText };

/** Throws the rejection of the service; an entry that certainly was not accepted is removed. */
export async function create(deps: StreamDeps, request: Creation): Promise<Created> {
  const { store, clock } = deps;
  const { kind, connection, previousIds } = request;
  const entry = await store.begin({
    connection: connection.id,
    kind,
    at: clock.now(),
    answer: encodeText(codedText("response-pending")),
    form: JSON.stringify(request.form),
    sent: JSON.stringify(request.sent),
    previousIds,
  });
  const find = async (): Promise<string | undefined> => {
    if (previousIds === undefined) return undefined;
    await readList(deps, kind, connection, new AbortController().signal);
    const { entries } = await store.load(connection.id, kind);
    return entries.find((one) => one.entry === entry)?.id ?? undefined;
  };
  let list: ListAfterCreation = previousIds === undefined ? "none" : "without-it";
  let id: string | undefined;
  try {
    id = (await request.send(workOf(entry))).id;
  } catch (error) {
    if (acceptedOf(error) === "no") {
      await store.drop(entry);
      throw error;
    }
    const why = toFailure(error).text;
    await store.resolveEntry(entry, { state: "unknown", at: clock.now(), answer: encodeText(why), id: undefined });
    // Any other failure may have been accepted: the entry stays unknown, and the next reading looks for the creation.
    if (acceptedOf(error) !== "unknown") throw error;
    // If this reading fails, the next one resolves the entry.
    const listedId = await find().catch(() => undefined);
    return listedId === undefined
      ? { state: "unknown", entry, why }
      : { state: "created", entry, id: listedId, wasLost: true, list };
  }
  const answer = id === undefined ? codedText("accepted-without-id") : codedText("accepted-as", { id });
  await store.resolveEntry(entry, { state: "created", at: clock.now(), answer: encodeText(answer), id });
  // The object was created; a failed reading does not change that.
  id ??= await find().catch(() => {
    list = "unread";
    return undefined;
  });
  return { state: "created", entry, id, wasLost: false, list };
}

const fieldsOnTheWire: readonly (readonly [name: RegExp, field: string])[] = [
  [/\bapi_callback\b/, "callback"],
  [/\bapi_username\b/, "role"],
  [/\bapi_parameter\b/, "name"],
  [/\bdata_stream_type\b/, "content"],
  [/\burl\b/i, "url"],
  [/\bpurpose\b/i, "purpose"],
];

/** Converts a rejection: adds the form field it refers to, where it names one, and further details for the caller. */
export function toRejection(
  error: unknown,
  more: { readonly text?: CodedText; readonly callback?: string } = {},
): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, details = {} } = error;
  const field = fieldsOnTheWire.find(([name]) => name.test(error.message))?.[1];
  const { text } = toFailure(error);
  return new AppError(code, more.text === undefined ? text : joinTexts(text, more.text), {
    details: {
      ...details,
      ...(field === undefined || details["kind"] !== "refused" ? {} : { field }),
      ...(more.callback === undefined ? {} : { callback: more.callback }),
    },
    cause: error,
  });
}
