/** Connections: a base address with an identity and options. The secret goes in and never comes out. */
import { z } from "zod";
import { changesOf, codedTextSchema, nothingSchema, operation, timeSchema } from "./kit.ts";
import { sessionStateSchema } from "./session.ts";

/** How one connection behaves; every option has a default, `auto` settles itself at the first call. */
export const connectionOptionsSchema = z.object({
  /** Grace before an unanswered SMS may be called "proven not sent"; at least 10 s unless the service is on this computer. */
  reconcileAfterMs: z.number().int().min(0).default(60_000),
  /** Requests per seconds per address, or none. */
  ceiling: z
    .union([z.literal("none"), z.object({ requests: z.number().int().min(1), seconds: z.number().positive() })])
    .default({ requests: 2000, seconds: 300 }),
  /**
   * SMS per day over this connection, or none. Counted are the attempts of campaigns and of single SMS that may have been accepted,
   * a long text once, in days of this computer's time zone. Spent, campaigns pause (`budget`) and single SMS fail `budget-spent`.
   */
  dailyBudget: z.union([z.literal("none"), z.number().int().min(1)]).default("none"),
  separator: z.enum(["nbsp", "space", "auto"]).default("auto"),
  quotaPath: z.enum(["literal", "prefixed", "auto"]).default("auto"),
  filterNames: z.enum(["spec", "live", "auto"]).default("auto"),
  /** How the sender of an SMS is written: 4911 or "4911". */
  sourceAddress: z.enum(["number", "text", "auto"]).default("auto"),
  /** How the daily refill of an SMS quota is written: 0 and 1, or false and true. */
  smsAutoRefill: z.enum(["number", "boolean", "auto"]).default("auto"),
});
export type ConnectionOptions = z.output<typeof connectionOptionsSchema>;

export const secretSchema = z.union([
  z.strictObject({ applicationToken: z.string().min(1) }),
  /** `portal`: an account of the web portal, whose password is sent as SHA-1 (specification, Authentication 3). */
  z.strictObject({ username: z.string().min(1), password: z.string().min(1), portal: z.boolean().default(true) }),
]);
export type Secret = z.output<typeof secretSchema>;

export const connectionSchema = z.object({
  name: z.string(),
  baseUrl: z.string(),
  kind: z.enum(["application-token", "user"]),
  options: connectionOptionsSchema,
  current: z.boolean(),
  /** Leads to the built-in simulator: nothing sent there reaches a device. */
  practice: z.boolean().default(false),
  createdAt: timeSchema,
});
export type Connection = z.output<typeof connectionSchema>;

export const governorStateSchema = z.object({
  connection: z.string(),
  /** Requests per seconds that the connection allows itself, or none. */
  ceiling: connectionOptionsSchema.shape.ceiling.unwrap(),
  /** Requests in the last second, as a rate. */
  ratePerSecond: z.number(),
  /** Milliseconds until the next request may leave; 0 when nothing waits. */
  waitingMs: z.number(),
  /** Why it waits. */
  reason: z.string().optional(),
  /** What limits it while it waits: the service (Retry-After), or the ceiling of the connection. */
  limitedBy: z.enum(["service", "ceiling"]).optional(),
  /** While others wait: a request that a person makes leaves at once. */
  reserve: z.literal(true).optional(),
});
export type GovernorView = z.output<typeof governorStateSchema>;

export const reachabilitySchema = z.object({
  connection: z.string(),
  /** "unknown": nothing has been asked since the start. */
  state: z.enum(["online", "offline", "unknown"]),
  since: timeSchema.optional(),
  /** Why it is offline. */
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  /** When the oldest read was sent that has not been answered yet. */
  waitingSince: timeSchema.optional(),
});
export type Reachability = z.output<typeof reachabilitySchema>;

const named = z.object({ connection: z.string().optional() });

export const connections = {
  operations: {
    /** Signs in and keeps the connection; a name that exists is signed in anew with the given address and options. Fails `connection-in-use` when those are other ones and a campaign is at work. */
    connect: operation(
      z.object({
        name: z.string().min(1).max(64),
        baseUrl: z.string(),
        secret: secretSchema,
        options: connectionOptionsSchema.partial().default({}),
        /** The secret may be sent over plain http to another computer. Fails `not-encrypted` otherwise. */
        allowUnencrypted: z.boolean().default(false),
      }),
      z.object({ connection: connectionSchema, session: sessionStateSchema }),
    ),
    list: operation(z.object({}), z.object({ connections: z.array(connectionSchema) })),
    /** Makes a connection the one that is used when none is named. */
    use: operation(z.object({ connection: z.string() }), nothingSchema),
    get: operation(named, connectionSchema),
    /** Changes options of a connection; the rest keeps its value. The client is made anew. Fails `connection-in-use` while a campaign of it sends or waits for its time. */
    setOptions: operation(
      z.object({ connection: z.string(), options: changesOf(connectionOptionsSchema) }),
      connectionSchema,
    ),
    /** Signs out and forgets the connection and its copy of the fleet. Fails `connection-in-use` while campaigns of it are open. */
    forget: operation(z.object({ connection: z.string() }), nothingSchema),
    /** What the request budget of a connection does now. */
    governor: operation(named, governorStateSchema),
    /** Whether the service answered lately. */
    reachability: operation(named, reachabilitySchema),
    /** Asks the service now whether it answers; campaigns of the connection that wait for it do so, too. */
    probe: operation(named, reachabilitySchema),
  },
  topics: {
    "connections.changed": z.object({ connection: z.string() }),
    "connections.governorChanged": z.object({ connection: z.string() }),
    "connections.reachabilityChanged": z.object({ connection: z.string() }),
  },
} as const;
