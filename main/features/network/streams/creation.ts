/** Sends one creation of a stream or callback through the journal. */
import type { ChangeRef } from "../../../core/api/change-note.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { StreamRequest } from "#shared/contract/network/stream-schemas.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import type { ChangeSpec } from "../../../core/journal/change.ts";
import type { ChangeResult } from "../../../core/journal/journal.ts";
import type { StreamConnection, StreamDeps } from "./deps.ts";
import { isCreatedCallback } from "./merge-callbacks.ts";
import { isCreatedStream } from "./merge-streams.ts";
import type { Kind } from "./queries.ts";
import { readList } from "./read-list.ts";

const proof: ChangeSpec["proof"] = {
  applied: (id) => codedText("proved-by-list", { id }),
  notApplied: codedText("proved-not-created-later"),
};

const specs: Readonly<Record<Kind, ChangeSpec>> = {
  stream: {
    resource: "stream",
    action: "create",
    readings: ["stream"],
    evidence: { by: "creation", matches: isCreatedStream },
    proof,
  },
  callback: {
    resource: "callback",
    action: "create",
    readings: ["callback"],
    evidence: { by: "creation", matches: isCreatedCallback },
    proof,
  },
};
export const streamSpecs: readonly ChangeSpec[] = Object.values(specs);

export interface Creation {
  readonly kind: Kind;
  readonly connection: StreamConnection;
  /** The form and the requests as they are stored. */
  readonly request: { readonly form: unknown; readonly sent: readonly StreamRequest[]; readonly url?: string };
  readonly previousIds: readonly string[] | undefined;
  readonly send: (change: ChangeRef) => Promise<{ readonly id: string | undefined }>;
}

export type Created = ChangeResult<{ readonly id: string | undefined }>;

/** Throws the rejection of the service. */
export async function create(
  deps: StreamDeps,
  { kind, connection, request, previousIds, send }: Creation,
): Promise<Created> {
  const read = (): Promise<unknown> => readList(deps, kind, connection, new AbortController().signal);
  return await deps.journal.submit(specs[kind], connection, {
    request,
    previousIds,
    send,
    createdId: ({ id }) => id,
    read: previousIds === undefined ? undefined : read,
  });
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
