/** Single SMS of one endpoint: send, list, read, cancel. */
import { z } from "zod";
import { operation, recordSchema, timeSchema } from "./kit.ts";

export const deliverySchema = z.enum([
  "pending",
  "in-progress",
  "buffered",
  "delivered",
  "failed",
  "expired",
  "cancelled",
  "unknown",
]);
export type Delivery = z.output<typeof deliverySchema>;

export const smsSchema = z.object({
  id: z.string(),
  direction: z.enum(["mt", "mo", "unknown"]),
  delivery: deliverySchema,
  /** The service's own word for the status; missing when it gave none. */
  statusText: z.string().optional(),
  sourceAddress: z.string().optional(),
  payload: z.string().optional(),
  submittedAt: timeSchema.optional(),
  finalAt: timeSchema.optional(),
  record: recordSchema,
});
export type Sms = z.output<typeof smsSchema>;

const scope = { connection: z.string().optional(), endpoint: z.string().min(1) };

export const sms = {
  operations: {
    /** Sends one SMS, at most once. `outcome` "unknown": the answer was lost and the endpoint's own list did not settle it. */
    send: operation(
      z.object({ ...scope, from: z.string(), text: z.string() }),
      z.object({
        outcome: z.enum(["accepted", "refused", "unknown"]),
        smsId: z.string().optional(),
        code: z.string().optional(),
        message: z.string().optional(),
        segments: z.number().int(),
      }),
    ),
    list: operation(z.object(scope), z.object({ items: z.array(smsSchema), asOf: timeSchema })),
    get: operation(z.object({ ...scope, id: z.string().min(1) }), smsSchema),
    /** Asks the service to cancel a buffered SMS and reads back what came of it. */
    cancel: operation(
      z.object({ ...scope, id: z.string().min(1) }),
      z.object({ cancelled: z.boolean(), delivery: deliverySchema, message: z.string() }),
    ),
  },
  topics: { "sms.changed": z.object({ connection: z.string(), endpoint: z.string() }) },
} as const;
