/**
 * Data streams and the API callbacks they deliver to. The specification only defines their creation: streams created here are stored in
 * a register of this computer, and where the service offers a list, both are merged. Nothing here holds a secret: the
 * specification has no secret field, and a URL with a password is rejected. Ids are text.
 */
import { z } from "zod";
import { codedTextSchema, nothingSchema, operation, connectionField } from "../kit.ts";
import { listReading, resolutionFields, unknownChangeFields } from "./network-schemas.ts";
import {
  callbackSchema,
  streamDetailSchema,
  streamFormSchema,
  streamRequestSchema,
  streamSchema,
  streamWarningSchema,
} from "./stream-schemas.ts";

export const streamListSchema = z.object({
  ...listReading,
  /** Newest of this computer first, then those only in the service's list. */
  items: z.array(streamSchema),
});
export type StreamList = z.output<typeof streamListSchema>;

const deletionFields = {
  ...unknownChangeFields,
  callback: z.string(),
  /** Where the list had it. */
  url: z.string().optional(),
};

export const callbackListSchema = z.object({
  ...listReading,
  items: z.array(callbackSchema),
  /** Deletions. */
  unresolved: z.array(z.object(deletionFields)),
  resolved: z.array(z.object({ ...deletionFields, ...resolutionFields })),
});
export type CallbackList = z.output<typeof callbackListSchema>;

/** The requests to be sent. */
export const streamPreviewSchema = z.object({
  requests: z.array(streamRequestSchema),
  /** Fingerprint of these requests: `create` with it sends exactly these or nothing. */
  fingerprint: z.string(),
  /** A known callback with this URL and purpose, which is used instead of creating another. */
  reused: z.object({ callback: z.string(), message: codedTextSchema }).optional(),
  /** Keys of known streams with the same content. */
  same: z.array(z.string()),
  warnings: z.array(streamWarningSchema),
});
export type StreamPreview = z.output<typeof streamPreviewSchema>;

/**
 * The outcome of a creation. A rejection by the service is a failure with its code and message; `details.field` then names the field where
 * the service did, and `details.callback` a callback that was created before the stream was rejected: it stays, is known, and is used
 * when the same form is sent again.
 * - "created" · "exists": one with the same content is known and nothing was sent, unless `allowSame`
 * - "unsettled": the same was sent before and its outcome is unknown; nothing was sent, unless `allowSame`
 * - "moved": the requests now differ from those of `fingerprint`; nothing was sent, request another preview
 * - "unknown": the response was lost, and a reading did not contain it (yet). Nothing is repeated automatically. `of` "callback": its
 *   callback is already unknown, so the stream was not sent
 */
export const streamAnswerSchema = z.object({
  outcome: z.enum(["created", "exists", "unsettled", "moved", "unknown"]),
  /** Key of the stream, or of the callback if its creation is unknown. */
  key: z.string().optional(),
  id: z.string().optional(),
  /** Which creation is unknown. */
  of: z.enum(["stream", "callback"]).optional(),
  message: codedTextSchema,
});
export type StreamAnswer = z.output<typeof streamAnswerSchema>;

/** A policy as JSON text, ready to be copied, and the parts that have to be filled in by hand. */
export const policySchema = z.object({ text: z.string(), missing: z.array(codedTextSchema) });
export type Policy = z.output<typeof policySchema>;

export const trustSchema = z.object({
  /** Who may assume the role: part of the role. */
  trust: policySchema,
  /** The permissions of the role: part of the role as well. */
  permission: policySchema,
  externalId: z.string().optional(),
  accountId: z.string().optional(),
  roleName: z.string().optional(),
  /** Why it is needed and what to do, in order. */
  steps: z.array(codedTextSchema),
  /** Invalid input in fields that only these texts need. */
  errors: z.object({ principal: codedTextSchema.optional(), organisation: codedTextSchema.optional() }),
});
export type Trust = z.output<typeof trustSchema>;

export const streams = {
  operations: {
    /** The cached list; without a network request. */
    list: operation(z.object(connectionField), streamListSchema),
    /** Reads both lists, caches them and resolves unknown creations. A failure leaves the cache unchanged. */
    refresh: operation(z.object(connectionField), streamListSchema),
    /** Without a network request. Fails `stream-unknown`. */
    show: operation(z.object({ ...connectionField, key: z.string() }), streamDetailSchema),
    /** Validates the form and sends nothing. Fails `invalid-input` with `details.field` ("callback", "url", "purpose", "content", "role", "region", "name"). */
    preview: operation(z.object({ ...connectionField, form: streamFormSchema }), streamPreviewSchema),
    /** Fails as `preview` does, or as the service rejects. */
    create: operation(
      z.object({
        ...connectionField,
        form: streamFormSchema,
        fingerprint: z.string().optional(),
        allowSame: z.boolean().default(false),
      }),
      streamAnswerSchema,
    ),
    /** Records the operator's resolution of an unknown creation of a stream or callback; sends nothing. Fails `entry-settled`, `stream-unknown`. */
    resolveCreation: operation(
      z.object({ ...connectionField, entry: z.number().int(), is: z.enum(["created", "not-created"]) }),
      nothingSchema,
    ),
    /**
     * The trust relationship that lets the service write to a destination; sends nothing and works with partial input. `principal`: the
     * account or role of the service, as published by its provider; `organisation`: if missing, that of the session, where known.
     */
    trust: operation(
      z.object({
        ...connectionField,
        destination: z.enum(["object-storage", "cloud-stream"]),
        role: z.string(),
        region: z.string(),
        name: z.string(),
        principal: z.string(),
        organisation: z.string().optional(),
      }),
      trustSchema,
    ),
    /** The cached list; without a network request. */
    callbacks: operation(z.object(connectionField), callbackListSchema),
    refreshCallbacks: operation(z.object(connectionField), callbackListSchema),
    /** Reads one callback from the service and caches it. Fails `callback-unknown`, or `not-offered`. */
    readCallback: operation(z.object({ ...connectionField, id: z.string() }), callbackSchema),
    /** "exists": one with this URL and purpose is known and nothing was sent, unless `allowSame`. Fails `invalid-input` ("url", "purpose"). */
    createCallback: operation(
      z.object({ ...connectionField, url: z.string(), purpose: z.string(), allowSame: z.boolean().default(false) }),
      streamAnswerSchema.omit({ of: true }),
    ),
    /**
     * "in-use": rejected because a service profile uses it; `message` names the known ones. "unknown": the response was lost, and the list
     * still contains it or was not read. Fails `callback-unknown` where it does not exist, `not-offered`, or as the service rejects.
     */
    deleteCallback: operation(
      z.object({ ...connectionField, id: z.string() }),
      z.object({ outcome: z.enum(["deleted", "in-use", "unknown"]), message: codedTextSchema }),
    ),
  },
  topics: { "streams.changed": z.object({ connection: z.string() }) },
} as const;
