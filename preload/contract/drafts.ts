/** Campaigns that are being written: kept at every step, so that they can be left and taken up again, also without a network. */
import { z } from "zod";
import { planSchema } from "./campaigns.ts";
import { audienceSchema, identifierSchema } from "./campaign-schemas.ts";
import { changesOf, nothingSchema, operation, timeSchema } from "./kit.ts";

export const stepSchema = z.enum(["audience", "text", "safety", "review"]);
export type DraftStep = z.output<typeof stepSchema>;

/** As far as it is written: nothing of it needs to be right yet. */
export const draftBodySchema = changesOf(planSchema.omit({ connection: true, audience: true, name: true })).extend({
  name: z.string().max(120).optional(),
  audience: z.union([audienceSchema, z.tuple([])]).optional(),
  /** The template that the text came from. */
  template: z.number().int().optional(),
  /** Typed values that are no number or pattern yet, by field. */
  typed: z.record(z.string(), z.string()).optional(),
});
export type DraftBody = z.output<typeof draftBodySchema>;

export const draftSchema = z.object({
  id: z.number().int(),
  connection: z.string(),
  step: stepSchema,
  body: draftBodySchema,
  /** The campaign it was frozen as, while that has not been started. */
  campaignId: z.string().optional(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Draft = z.output<typeof draftSchema>;

export const savedListSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  columns: z.array(z.string()),
  /** Rows with something in them. */
  rows: z.number().int(),
  /** The first rows, as they are. */
  head: z.array(z.array(z.string())),
  /** Column that identifies endpoints and how it is read; missing when none is found: then `by` must be chosen. */
  column: z.string().optional(),
  by: identifierSchema.optional(),
  createdAt: timeSchema,
});
export type SavedList = z.output<typeof savedListSchema>;

export const drafts = {
  operations: {
    /** Newest first. */
    list: operation(z.object({ connection: z.string().optional() }), z.object({ drafts: z.array(draftSchema) })),
    get: operation(z.object({ id: z.number().int() }), draftSchema),
    /** Without `id` a new one. */
    save: operation(
      z.object({
        id: z.number().int().optional(),
        connection: z.string().optional(),
        step: stepSchema,
        body: draftBodySchema,
      }),
      draftSchema,
    ),
    remove: operation(z.object({ id: z.number().int() }), nothingSchema),
    /** Freezes a draft as a campaign, in place of the one it was frozen as before. Fails as `campaigns.plan` does. */
    freeze: operation(
      z.object({ id: z.number().int() }),
      z.object({ campaignId: z.string(), planned: z.number().int() }),
    ),
    /** Keeps a list (one identifier per line, or a table with a header) and says what it is. Fails as a CSV does. */
    saveList: operation(
      z.object({ name: z.string().min(1).max(200), text: z.string().max(100_000_000) }),
      savedListSchema,
    ),
    getList: operation(z.object({ id: z.number().int() }), savedListSchema),
  },
  topics: { "drafts.changed": z.object({}) },
} as const;
