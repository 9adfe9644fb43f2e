/** Drafts of campaigns: saved at every step, so that they can be closed and reopened, also without a network. */
import { z } from "zod";
import { planSchema } from "./campaigns.ts";
import { audienceSchema, identifierSchema } from "./campaign-schemas.ts";
import { changesOf, nothingSchema, operation, timeSchema } from "../kit.ts";

export const stepSchema = z.enum(["audience", "text", "safety", "review"]);
export type DraftStep = z.output<typeof stepSchema>;

/** Incomplete: no field has to be valid yet. */
export const draftBodySchema = changesOf(planSchema.omit({ connection: true, audience: true, name: true })).extend({
  name: z.string().max(120).optional(),
  audience: z.union([audienceSchema, z.tuple([])]).optional(),
  /** The template of the text. */
  template: z.number().int().optional(),
  /** Input that is not a valid number or pattern yet, by field. */
  invalidInput: z.record(z.string(), z.string()).optional(),
});
export type DraftBody = z.output<typeof draftBodySchema>;

export const draftSchema = z.object({
  id: z.number().int(),
  connection: z.string(),
  step: stepSchema,
  body: draftBodySchema,
  /** The campaign that was created from it, while that has not been started. */
  campaignId: z.string().optional(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Draft = z.output<typeof draftSchema>;

export const savedListSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  columns: z.array(z.string()),
  /** Number of non-empty rows. */
  rows: z.number().int(),
  /** The first rows, unchanged. */
  head: z.array(z.array(z.string())),
  /** The identifying column and its kind; missing when none is detected: then `by` must be set. */
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
    /**
     * For a new draft: the default sender of the connection, else the last one used over it, and the safety settings of its last campaign.
     */
    propose: operation(z.object({ connection: z.string().optional() }), draftBodySchema),
    remove: operation(z.object({ id: z.number().int() }), nothingSchema),
    /**
     * Restores a removed draft under its id, with the campaign it was frozen as; one that exists is returned unchanged. Fails with
     * `campaign-state` where that campaign was started in the meantime.
     */
    restore: operation(
      draftSchema.pick({ id: true, connection: true, step: true, body: true, campaignId: true }),
      draftSchema,
    ),
    /** Freezes a draft as a campaign, replacing the campaign of an earlier freeze. Fails as `campaigns.plan` does. */
    freeze: operation(
      z.object({ id: z.number().int() }),
      z.object({ campaignId: z.string(), planned: z.number().int() }),
    ),
    /** Saves a list (one identifier per line, or a table with a header) and returns its format. Fails as a CSV does. */
    saveList: operation(
      z.object({ name: z.string().min(1).max(200), text: z.string().max(100_000_000) }),
      savedListSchema,
    ),
    getList: operation(z.object({ id: z.number().int() }), savedListSchema),
  },
  topics: { "drafts.changed": z.object({}) },
} as const;
