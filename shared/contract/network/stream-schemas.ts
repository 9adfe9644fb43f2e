/** The types of the data stream features: the input, and the known state of a stream and of an API callback. */
import { z } from "zod";
import { codedTextSchema, recordSchema, timeSchema } from "../kit.ts";

export const destinationKindSchema = z.enum(["rest-api", "object-storage", "cloud-stream"]);
export type DestinationKind = z.output<typeof destinationKindSchema>;

/** "usage-and-events" is the only content of object storage and cloud data streams (docs/service-facts.md#data-stream). */
export const streamContentSchema = z.enum(["events", "usage-and-events"]);
export type StreamContent = z.output<typeof streamContentSchema>;

/**
 * An existing callback by its id; or a URL, for which a callback is created first. `inline`: the callback is described inside the
 * request of the stream instead (docs/service-facts.md#api-callback); only then `id` and `organisation` are sent, and the purpose may be
 * empty.
 */
export const callbackChoiceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("existing"), id: z.string() }),
  z.object({
    kind: z.literal("new"),
    url: z.string(),
    purpose: z.string(),
    inline: z.boolean().optional(),
    id: z.string().optional(),
    organisation: z.string().optional(),
  }),
]);
export type CallbackChoice = z.output<typeof callbackChoiceSchema>;

const ofEvery = { content: streamContentSchema, historic: z.boolean().default(false) };
const written = { ...ofEvery, role: z.string(), region: z.string(), name: z.string() };

/**
 * The input for a stream; texts unchanged. `role` is the identifier of a role with write access to the destination,
 * `region` and `name` are its target. `historic`: also deliver past data.
 */
export const streamFormSchema = z.discriminatedUnion("destination", [
  z.object({ destination: z.literal("rest-api"), ...ofEvery, callback: callbackChoiceSchema }),
  z.object({ destination: z.literal("object-storage"), ...written }),
  z.object({ destination: z.literal("cloud-stream"), ...written }),
]);
export type StreamForm = z.output<typeof streamFormSchema>;

/**
 * One request. `body` is the text to be sent, except that `open`, where it is set, replaces the id of a callback that
 * an earlier request creates.
 */
export const streamRequestSchema = z.object({
  method: z.literal("POST"),
  path: z.string(),
  body: z.string(),
  open: z.string().optional(),
});
export type StreamRequest = z.output<typeof streamRequestSchema>;

/** A field and a text about it; never prevents a request. */
export const streamWarningSchema = z.object({ field: z.string(), message: codedTextSchema });
export type StreamWarning = z.output<typeof streamWarningSchema>;

/**
 * The state of a creation made here. "unknown": the response was lost and it is not resolved yet; "not-created": it was lost,
 * and a reading or the operator resolved that nothing was created. Creations that the service rejected are not stored.
 */
export const creationStateSchema = z.enum(["created", "unknown", "not-created"]);

/** The outcome of a creation on this computer. */
export const creationSchema = z.object({
  entry: z.number().int(),
  state: creationStateSchema,
  sentAt: timeSchema,
  /** When the response arrived, or a reading or the operator resolved it. */
  resolvedAt: timeSchema.optional(),
  /** For an unknown one: a list that is read from then on without it proves that nothing was created. Missing where none can. */
  resolvableFrom: timeSchema.optional(),
  /** The response of the service. */
  answer: codedTextSchema,
});
export type Creation = z.output<typeof creationSchema>;

/**
 * The source of a stream: the service's list, this computer's own register ("known from this computer"), or both.
 * "gone": created here, and missing in a later list of the service.
 */
export const streamSourceSchema = z.enum(["service", "this-computer", "both", "not-listed"]);
export type StreamSource = z.output<typeof streamSourceSchema>;

/** Missing values are unknown, never "none". */
export const streamSchema = z.object({
  /** Stable: "service:12" for one that is only in the service's list, "here:3" for an entry of the register. */
  key: z.string(),
  id: z.string().optional(),
  source: streamSourceSchema,
  creation: creationSchema.optional(),
  /** One of the three, where it is one of them; `destinationText` is its text wherever it is known. */
  destination: destinationKindSchema.optional(),
  destinationText: z.string().optional(),
  content: streamContentSchema.optional(),
  contentText: z.string().optional(),
  historic: z.boolean().optional(),
  /** The URL, or "<region>/<name>". */
  target: z.string().optional(),
  role: z.string().optional(),
  callback: z.string().optional(),
  active: z.boolean().optional(),
  running: z.boolean().optional(),
  /** The destination's last result: an HTTP status, mostly. */
  lastResult: z.string().optional(),
  lastDispatchedAt: timeSchema.optional(),
  /** Time of the service's list. */
  asOf: timeSchema.optional(),
});
export type Stream = z.output<typeof streamSchema>;

export const streamDetailSchema = streamSchema.extend({
  /** The requests sent from this computer for it, unchanged. */
  sent: z.array(streamRequestSchema),
  /** A form with the same content; missing where too little of it is known. */
  form: streamFormSchema.optional(),
  /** As in the service's list. */
  record: recordSchema.optional(),
});
export type StreamDetail = z.output<typeof streamDetailSchema>;

export const callbackSchema = z.object({
  /** "service:12", or "here:3" for an entry of the register. */
  key: z.string(),
  /** Missing where the response was lost, or did not contain it. */
  id: z.string().optional(),
  source: streamSourceSchema,
  creation: creationSchema.optional(),
  /** Without a password. */
  url: z.string().optional(),
  purpose: z.string().optional(),
  organisation: z.string().optional(),
  createdAt: timeSchema.optional(),
  asOf: timeSchema.optional(),
  /** Keys of streams that are known to use it. */
  streams: z.array(z.string()),
});
export type Callback = z.output<typeof callbackSchema>;
