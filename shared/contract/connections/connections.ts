/** Connections: a base address with credentials and options. Secrets are write-only. */
import { z } from "zod";
import { changesOf, codedTextSchema, nothingSchema, operation, timeSchema } from "../kit.ts";
import { sessionStateSchema } from "./session.ts";

/** Colours of the badge of a connection. Violet is reserved for "unknown". */
export const badgeColourSchema = z.enum(["grey", "blue", "teal", "green", "yellow", "orange", "red", "pink"]);
export type BadgeColour = z.output<typeof badgeColourSchema>;

/** Options of one connection; every option has a default, `auto` is detected at the first call. */
export const connectionOptionsSchema = z.object({
  /** Minimum time before an unlisted SMS may be classified as "proven not sent"; at least 10 s unless the service is on this computer. */
  reconcileAfterMs: z.number().int().min(0).default(60_000),
  /** Requests per seconds and IP address, or none. */
  ceiling: z
    .union([z.literal("none"), z.object({ requests: z.number().int().min(1), seconds: z.number().positive() })])
    .default({ requests: 2000, seconds: 300 }),
  /**
   * SMS per day over this connection, or none. Counted are the attempts of campaigns and of single SMS that may have been accepted,
   * a long text once, in days of this computer's time zone. When it is used up, campaigns pause (`budget`) and single SMS fail `budget-spent`.
   */
  dailyBudget: z.union([z.literal("none"), z.number().int().min(1)]).default("none"),
  /** Sender that is proposed for campaigns and single SMS: 1 to 15 digits, or none. */
  defaultSender: z.union([z.literal("none"), z.string().regex(/^\d{1,15}$/)]).default("none"),
  separator: z.enum(["nbsp", "space", "auto"]).default("auto"),
  quotaPath: z.enum(["literal", "prefixed", "auto"]).default("auto"),
  filterNames: z.enum(["spec", "live", "auto"]).default("auto"),
  /** Format of the sender of an SMS: 4911 or "4911". */
  sourceAddress: z.enum(["number", "text", "auto"]).default("auto"),
  /** Format of the daily refill of an SMS quota: 0 and 1, or false and true. */
  smsAutoRefill: z.enum(["number", "boolean", "auto"]).default("auto"),
  /** What its devices are used for; "practice" for the built-in simulator, whatever is saved here. */
  environment: z.enum(["test", "production"]).default("production"),
  /** Colour of its badge; "auto": by environment. */
  colour: badgeColourSchema.or(z.literal("auto")).default("auto"),
  /** Rejects every operation that changes something at the service, `connection-read-only`. */
  readOnly: z.boolean().default(false),
});
export type ConnectionOptions = z.output<typeof connectionOptionsSchema>;

export const secretSchema = z.union([
  z.strictObject({ applicationToken: z.string().min(1) }),
  /** `portal`: an account of the web portal, whose password is sent as SHA-1 (docs/service-facts.md#authentication). */
  z.strictObject({ username: z.string().min(1), password: z.string().min(1), portal: z.boolean().default(true) }),
]);
export type Secret = z.output<typeof secretSchema>;

export const connectionSchema = z.object({
  name: z.string(),
  baseUrl: z.string(),
  kind: z.enum(["application-token", "user"]),
  options: connectionOptionsSchema,
  current: z.boolean(),
  /** Connects to the built-in simulator: nothing sent there reaches a device. */
  practice: z.boolean().default(false),
  createdAt: timeSchema,
});
export type Connection = z.output<typeof connectionSchema>;

export const governorStateSchema = z.object({
  connection: z.string(),
  /** The connection's own limit of requests per seconds, or none. */
  ceiling: connectionOptionsSchema.shape.ceiling.unwrap(),
  /** Milliseconds until a campaign may send; 0 when it may now (clicks: see `reserve`). */
  waitingMs: z.number(),
  /** Why it waits. */
  reason: z.string().optional(),
  /** The current limit: the service (Retry-After), or the ceiling of the connection. */
  limitedBy: z.enum(["service", "ceiling"]).optional(),
  /** While others wait: a request caused by a click leaves at once. */
  reserve: z.literal(true).optional(),
});
export type GovernorView = z.output<typeof governorStateSchema>;

export const reachabilitySchema = z.object({
  connection: z.string(),
  /** "unknown": no request since the start. */
  state: z.enum(["online", "offline", "unknown"]),
  since: timeSchema.optional(),
  /** Why it is offline. */
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  /** When the oldest unanswered read was sent. */
  waitingSince: timeSchema.optional(),
});
export type Reachability = z.output<typeof reachabilitySchema>;

const named = z.object({ connection: z.string().optional() });

export const connections = {
  operations: {
    /**
     * Signs in and saves the connection; an existing name is signed in again with the given address and options. Fails
     * `connection-in-use` when those differ and a campaign is running, or the address or organisation differs and a quota change is running.
     */
    connect: operation(
      z.object({
        name: z.string().min(1).max(64),
        baseUrl: z.string(),
        secret: secretSchema,
        options: connectionOptionsSchema.partial().default({}),
        /** Allows the secret to be sent over plain http to another computer. Fails `not-encrypted` otherwise. */
        allowUnencrypted: z.boolean().default(false),
      }),
      z.object({ connection: connectionSchema, session: sessionStateSchema }),
    ),
    list: operation(z.object({}), z.object({ connections: z.array(connectionSchema) })),
    /** Makes a connection the default. */
    use: operation(z.object({ connection: z.string() }), nothingSchema),
    get: operation(named, connectionSchema),
    /**
     * Changes options of a connection; the others stay unchanged. The client is created again, except for environment, colour, default
     * sender and `readOnly`. Fails `connection-in-use` while one of its campaigns sends or is scheduled, for all but the first three.
     */
    setOptions: operation(
      z.object({ connection: z.string(), options: changesOf(connectionOptionsSchema) }),
      connectionSchema,
    ),
    /** Signs out and removes the connection with what is cached and saved for it; campaigns and the audit stay. Fails `connection-in-use` while it has open campaigns. */
    delete: operation(z.object({ connection: z.string() }), nothingSchema),
    /** The current state of a connection's rate limiter. */
    governor: operation(named, governorStateSchema),
    /** Whether the service responded recently. */
    reachability: operation(named, reachabilitySchema),
    /** Checks now whether the service responds; so do waiting campaigns of the connection. */
    probe: operation(named, reachabilitySchema),
    /**
     * Sends one request of the operator's own, not from the window. A changing one is in the audit before it is sent, and is never
     * repeated. Fails `invalid-input` (field `path`) for anything but a path below the base URL, and with the codes of the service and
     * of the network; `details.accepted` is "unknown" where the service may have accepted the request.
     */
    request: operation(
      named.extend({
        method: z.enum(["GET", "POST", "PATCH", "DELETE"]),
        /** Path and query, percent-encoded: `/api/v1/event/type`. */
        path: z.string(),
        /** JSON text. */
        body: z.string().optional(),
      }),
      /** `body`: JSON text, exactly as received; missing where the response has none. */
      z.object({ status: z.number().int(), body: z.string().optional() }),
    ),
  },
  topics: {
    "connections.changed": z.object({ connection: z.string() }),
    "connections.governorChanged": z.object({ connection: z.string() }),
    "connections.reachabilityChanged": z.object({ connection: z.string() }),
  },
} as const;
