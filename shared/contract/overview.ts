/** The state of a connection at a glance, from the cache: what the start page and `fleetdesk overview` show. */
import { z } from "zod";
import { campaignStatusSchema } from "./campaigns/campaign-schemas.ts";
import { timelineBucketSchema } from "./events/events.ts";
import { completenessSchema } from "./fleet/fleet.ts";
import { codedTextSchema, operation, timeSchema } from "./kit.ts";
import { quotaGroupSchema } from "./quotas/quota-overview.ts";

const count = z.number().int();
const countsByValue = z.array(z.object({ value: z.string(), label: z.string(), count }));

/** `newest`: time of the newest reading; missing where no quota was read, and then the groups say nothing. */
const quotasSchema = z.object({ groups: z.record(quotaGroupSchema, count), newest: timeSchema.optional() });

export const overviewSchema = z.object({
  connection: z.string(),
  asOf: timeSchema,
  /** Figures of an incomplete cache are those of its rows; with `state` "never" they say nothing. */
  endpoints: z.object({
    cache: completenessSchema,
    byStatus: countsByValue,
    bySimStatus: countsByValue,
    withoutSim: count,
    /** Enabled before `today` and disabled now; missing where the stored changes do not reach back. */
    disabledToday: count.optional(),
    /** Totals of the last complete syncs, oldest first; the counts per status are missing where an earlier version synced. */
    totals: z.array(z.object({ at: timeSchema, total: count, byStatus: z.record(z.string(), count).optional() })),
  }),
  /**
   * Endpoints by their last contact, as the filters `seen:<24h`, `seen:>24h` and `seen:unknown` select them. `seen` and `silent` are missing
   * where all are unknown.
   */
  contact: z.object({ seen: count.optional(), silent: count.optional(), unknown: count }),
  quotas: z.object({
    data: quotasSchema,
    sms: quotasSchema,
    /** Bulk changes with endpoints on hold, newest first: the outcome of an earlier change is unknown, and no later change has them. */
    onHold: z.array(z.object({ change: count, title: codedTextSchema, count })),
  }),
  /** Critical events of the last 24 hours in 24 parts, and of the 24 hours before. `read` says how much was read: the rest is unknown. */
  critical: z.object({
    hours: z.array(timelineBucketSchema),
    total: count,
    read: z.boolean(),
    before: z.object({ total: count, read: z.boolean() }),
  }),
  /** Campaigns that are under way or need a decision, with the latter first. */
  campaigns: z.array(campaignStatusSchema.extend({ needsDecision: z.boolean() })),
});
export type Overview = z.output<typeof overviewSchema>;

export const overview = {
  operations: {
    /** `today`: start of the operator's day. */
    get: operation(z.object({ connection: z.string().optional(), today: timeSchema }), overviewSchema),
  },
  topics: {},
} as const;
