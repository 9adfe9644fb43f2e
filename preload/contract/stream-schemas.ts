/** The words of the streams page: what a person fills in, and what is known of a stream and of an API callback. */
import { z } from "zod";
import { codedTextSchema, recordSchema, timeSchema } from "./kit.ts";

export const destinationKindSchema = z.enum(["rest-api", "object-storage", "cloud-stream"]);
export type DestinationKind = z.output<typeof destinationKindSchema>;

/** "usage-and-events" is the only content of object storage and cloud data streams (specification, "Data stream"). */
export const streamContentSchema = z.enum(["events", "usage-and-events"]);
export type StreamContent = z.output<typeof streamContentSchema>;

/**
 * An existing callback by its id; or a URL, for which a callback is created first. `inline`: the callback is described inside the
 * request of the stream instead (specification, "API callback"); only then `id` and `organisation` are sent, and the purpose may be
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
 * A stream as a person describes it; texts as typed. `role` is the identifier of a role of the destination that may write there,
 * `region` and `name` say where. `historic`: also deliver what happened before.
 */
export const streamFormSchema = z.discriminatedUnion("destination", [
  z.object({ destination: z.literal("rest-api"), ...ofEvery, callback: callbackChoiceSchema }),
  z.object({ destination: z.literal("object-storage"), ...written }),
  z.object({ destination: z.literal("cloud-stream"), ...written }),
]);
export type StreamForm = z.output<typeof streamFormSchema>;

/**
 * One request. `body` is the text as it goes over the wire, but that `open`, where it is set, stands in for the id of a callback that
 * an earlier request creates.
 */
export const streamRequestSchema = z.object({
  method: z.literal("POST"),
  path: z.string(),
  body: z.string(),
  open: z.string().optional(),
});
export type StreamRequest = z.output<typeof streamRequestSchema>;

/** A field and a text about it; never keeps anything from being sent. */
export const streamWarningSchema = z.object({ field: z.string(), message: codedTextSchema });
export type StreamWarning = z.output<typeof streamWarningSchema>;

/**
 * What is known of a creation from here. "unknown": the answer was lost and nothing has settled it yet; "not-created": it was lost,
 * and reading, or a person, told that nothing came of it. What the service refused is not kept.
 */
export const creationStateSchema = z.enum(["created", "unknown", "not-created"]);
export type CreationState = z.output<typeof creationStateSchema>;

/** How a creation from this computer went. */
export const creationSchema = z.object({
  entry: z.number().int(),
  state: creationStateSchema,
  sentAt: timeSchema,
  /** When the answer came, or reading settled it, or a person told. */
  resolvedAt: timeSchema.optional(),
  /** Of an unknown one: a list that is read from then on and does not have it proves that nothing came of it. Missing where none can. */
  resolvableFrom: timeSchema.optional(),
  /** What the service answered. */
  answer: codedTextSchema,
});
export type Creation = z.output<typeof creationSchema>;

/**
 * Where a stream is known from: the service's list, this computer's own register ("known from this computer"), or both.
 * "gone": created here, and the service's list, read later, does not have it.
 */
export const streamSourceSchema = z.enum(["service", "this-computer", "both", "gone"]);
export type StreamSource = z.output<typeof streamSourceSchema>;

/** What is missing is not known, never "none". */
export const streamSchema = z.object({
  /** Stable: "service:12" for one that only the service's list has, "here:3" for an entry of the register. */
  key: z.string(),
  id: z.string().optional(),
  source: streamSourceSchema,
  creation: creationSchema.optional(),
  /** One of the three, where it is one of them; `destinationText` says it for a person in any case that is known. */
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
  /** What the destination answered last: an HTTP status, mostly. */
  lastResult: z.string().optional(),
  lastDispatchedAt: timeSchema.optional(),
  /** When the service's list said so. */
  asOf: timeSchema.optional(),
});
export type Stream = z.output<typeof streamSchema>;

export const streamDetailSchema = streamSchema.extend({
  /** Requests that were sent from this computer for it, as they went over the wire. */
  sent: z.array(streamRequestSchema),
  /** For a form that sends the same again; missing where too little is known of it. */
  form: streamFormSchema.optional(),
  /** As the service's list has it. */
  record: recordSchema.optional(),
});
export type StreamDetail = z.output<typeof streamDetailSchema>;

/** "never": nobody asked; "not-offered": the service has no such list. */
export const listStateSchema = z.enum(["never", "read", "not-offered"]);
export type ListState = z.output<typeof listStateSchema>;

export const callbackSchema = z.object({
  /** "service:12", or "here:3" for an entry of the register. */
  key: z.string(),
  /** Missing where the answer was lost, or did not tell it. */
  id: z.string().optional(),
  source: streamSourceSchema,
  creation: creationSchema.optional(),
  /** A password in it is not shown. */
  url: z.string().optional(),
  purpose: z.string().optional(),
  organisation: z.string().optional(),
  createdAt: timeSchema.optional(),
  asOf: timeSchema.optional(),
  /** Keys of streams that are known to use it. */
  streams: z.array(z.string()),
});
export type Callback = z.output<typeof callbackSchema>;
