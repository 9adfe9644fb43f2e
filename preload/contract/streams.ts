/**
 * Data streams and the API callbacks they deliver to. The specification only lets us create streams: what was created here is kept in
 * a register of this computer, and where the service offers a list, both are shown as one. Nothing here holds a secret: the
 * specification has no secret field, and a URL with a password in it is refused. Ids are text.
 */
import { z } from "zod";
import { codedTextSchema, nothingSchema, operation, timeSchema } from "./kit.ts";
import {
  callbackSchema,
  listStateSchema,
  streamDetailSchema,
  streamFormSchema,
  streamRequestSchema,
  streamSchema,
  streamWarningSchema,
} from "./stream-schemas.ts";

const scope = { connection: z.string().optional() };

export const streamListSchema = z.object({
  state: listStateSchema,
  asOf: timeSchema.optional(),
  /** Why the list does not show all that the service has. */
  gap: codedTextSchema.optional(),
  /** Newest of this computer first, then those that only the service told. */
  items: z.array(streamSchema),
});
export type StreamList = z.output<typeof streamListSchema>;

export const callbackListSchema = z.object({
  state: listStateSchema,
  asOf: timeSchema.optional(),
  /** Why the list does not show all that the service has. */
  gap: codedTextSchema.optional(),
  items: z.array(callbackSchema),
});
export type CallbackList = z.output<typeof callbackListSchema>;

/** What would be sent. */
export const streamPreviewSchema = z.object({
  requests: z.array(streamRequestSchema),
  /** Stands for these requests: `create` with it sends these or nothing. */
  fingerprint: z.string(),
  /** A callback with this URL and purpose that is known already and is used instead of creating another. */
  reused: z.object({ callback: z.string(), message: codedTextSchema }).optional(),
  /** Keys of known streams that look the same. */
  same: z.array(z.string()),
  warnings: z.array(streamWarningSchema),
});
export type StreamPreview = z.output<typeof streamPreviewSchema>;

/**
 * What came of a creation. A refusal of the service is a failure with its code and words; `details.field` then names the field where
 * the service did, and `details.callback` a callback that was created before the stream was refused: it stays, is known, and is used
 * when the same form is sent again.
 * - "created" · "exists": one that looks the same is known and nothing was sent, unless `allowSame`
 * - "unsettled": the same was sent before and it is not known what came of it; nothing was sent, unless `allowSame`
 * - "moved": other requests than those of `seal` would be sent by now; nothing was sent, ask for another preview
 * - "unknown": the answer was lost, and reading did not find it (yet). Nothing is repeated by itself. `of` "callback": already its
 *   callback is unknown, so the stream was not sent
 */
export const streamAnswerSchema = z.object({
  outcome: z.enum(["created", "exists", "unsettled", "moved", "unknown"]),
  /** Key of the stream, or of the callback where already its creation is unknown. */
  key: z.string().optional(),
  id: z.string().optional(),
  /** Which creation is unknown. */
  of: z.enum(["stream", "callback"]).optional(),
  message: codedTextSchema,
});
export type StreamAnswer = z.output<typeof streamAnswerSchema>;

/** A policy as JSON text, ready to be copied, and what of it still has to be filled in by hand. */
export const policySchema = z.object({ text: z.string(), missing: z.array(codedTextSchema) });
export type Policy = z.output<typeof policySchema>;

export const trustSchema = z.object({
  /** Who may take the role on: belongs to the role. */
  trust: policySchema,
  /** What the role may do: belongs to the role as well. */
  permission: policySchema,
  externalId: z.string().optional(),
  accountId: z.string().optional(),
  roleName: z.string().optional(),
  /** Why it is needed and what to do, in order. */
  steps: z.array(codedTextSchema),
  /** Of fields that only these texts need: what is typed and cannot be right. */
  errors: z.object({ principal: codedTextSchema.optional(), organisation: codedTextSchema.optional() }),
});
export type Trust = z.output<typeof trustSchema>;

export const streams = {
  operations: {
    /** What is kept; touches no network. */
    list: operation(z.object(scope), streamListSchema),
    /** Asks for both lists, keeps them and settles what was unknown. A failure leaves what is kept as it is. */
    refresh: operation(z.object(scope), streamListSchema),
    /** Touches no network. Fails `stream-unknown`. */
    show: operation(z.object({ ...scope, key: z.string() }), streamDetailSchema),
    /** Checks the form and sends nothing. Fails `invalid-input` with `details.field` ("callback", "url", "purpose", "content", "role", "region", "name"). */
    preview: operation(z.object({ ...scope, form: streamFormSchema }), streamPreviewSchema),
    /** Fails as `preview` does, or as the service refuses. */
    create: operation(
      z.object({
        ...scope,
        form: streamFormSchema,
        fingerprint: z.string().optional(),
        allowSame: z.boolean().default(false),
      }),
      streamAnswerSchema,
    ),
    /** What a person found out about an unknown creation of a stream or callback; sends nothing. Fails `entry-settled`. */
    resolveCreation: operation(
      z.object({ ...scope, entry: z.number().int(), is: z.enum(["created", "not-created"]) }),
      nothingSchema,
    ),
    /**
     * The trust relationship that lets the service write to a destination; sends nothing and works half filled in. `principal`: the
     * account or role of the service, as its operator tells it; `organisation`: missing, it is that of the session, where known.
     */
    trust: operation(
      z.object({
        ...scope,
        destination: z.enum(["object-storage", "cloud-stream"]),
        role: z.string(),
        region: z.string(),
        name: z.string(),
        principal: z.string(),
        organisation: z.string().optional(),
      }),
      trustSchema,
    ),
    /** What is kept; touches no network. */
    callbacks: operation(z.object(scope), callbackListSchema),
    refreshCallbacks: operation(z.object(scope), callbackListSchema),
    /** Asks the service for one callback and keeps it. Fails `callback-unknown`, or `not-offered`. */
    readCallback: operation(z.object({ ...scope, id: z.string() }), callbackSchema),
    /** "exists": one with this URL and purpose is known and nothing was sent, unless `allowSame`. Fails `invalid-input` ("url", "purpose"). */
    createCallback: operation(
      z.object({ ...scope, url: z.string(), purpose: z.string(), allowSame: z.boolean().default(false) }),
      streamAnswerSchema.omit({ of: true }),
    ),
  },
  topics: { "streams.changed": z.object({ connection: z.string() }) },
} as const;
