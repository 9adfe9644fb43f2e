/** Checks before a campaign is sent: the plan, changes since, and obstacles. Nothing here sends. */
import { z } from "zod";
import { maxSegmentsSchema } from "./campaigns.ts";
import { audienceSchema, exclusionSchema, identifierSchema, wordingSchema } from "./campaign-schemas.ts";
import { codedTextSchema, operation, readsFileSchema, segmentsExactSchema, timeSchema } from "../kit.ts";

const previewInput = {
  connection: z.string().optional(),
  audience: audienceSchema,
  suppressFile: readsFileSchema.optional(),
  maxSegments: maxSegmentsSchema,
};

/** The text for one recipient. */
export const sampleSchema = z.object({
  row: z.number().int(),
  endpoint: z.string(),
  name: z.string().optional(),
  identifier: z.string(),
  text: z.string(),
  segments: z.number().int(),
  segmentsExact: segmentsExactSchema,
  encoding: z.enum(["gsm7", "ucs2"]),
});
export type Sample = z.output<typeof sampleSchema>;

/** Changes of an endpoint since it was planned. */
export const driftKindSchema = z.enum(["missing", "deleted", "disabled", "sim-swapped", "text-differs", "renamed"]);
export type DriftKind = z.output<typeof driftKindSchema>;

export const sessionLifetimeSchema = z.object({
  /** "unlimited": the session has no expiry; "enough" and "too-short" compare with the expected end. */
  verdict: z.enum(["unlimited", "enough", "too-short", "signed-out", "unknown"]),
  expiresAt: timeSchema.optional(),
  message: codedTextSchema,
});

export const planning = {
  operations: {
    /**
     * The result of `campaigns.plan`, based on the cache alone; nothing is written and no request is sent.
     * Without a text only the audience is evaluated. Fails as `plan` does.
     */
    preview: operation(
      z.object({ ...previewInput, wording: wordingSchema.optional() }),
      z.object({
        included: z.number().int(),
        excluded: z.number().int(),
        excludedByReason: z.record(z.string(), z.number().int()),
        /** The first 500, in row order. */
        exclusions: z.array(exclusionSchema),
        /** Rows that are not in the cache: they are looked up at the service during planning. */
        unresolved: z.number().int(),
        segments: z.number().int(),
        longest: z.number().int(),
        /** For both. */
        segmentsExact: segmentsExactSchema,
        unicode: z.number().int(),
        /** Up to five recipients from across the audience, and the longest text, each once. */
        samples: z.array(sampleSchema),
        /** Columns of the joined lists, each once. */
        columns: z.array(z.string()),
        /** Variables of the text without a binding. */
        unbound: z.array(z.string()),
        by: identifierSchema.optional(),
        column: z.string().optional(),
        note: z.string().optional(),
      }),
    ),
    /** The text for these endpoints; `missing` names the variable without a value. */
    render: operation(
      z.object({
        ...previewInput,
        audience: audienceSchema.optional(),
        wording: wordingSchema,
        endpoints: z.array(z.string()).min(1).max(50),
      }),
      z.object({
        items: z.array(
          z.object({
            endpoint: z.string(),
            name: z.string().optional(),
            text: z.string().optional(),
            segments: z.number().int().optional(),
            segmentsExact: segmentsExactSchema.optional(),
            /** The variable without a value for this endpoint. */
            missing: z.string().optional(),
          }),
        ),
      }),
    ),
    /** Every exclusion as CSV to a file that the operator selects. */
    exportExclusions: operation(
      z.object({ ...previewInput, wording: wordingSchema.optional(), suggestedName: z.string().max(120) }),
      z.object({ outcome: z.enum(["written", "cancelled"]), rows: z.number().int(), file: z.string().optional() }),
    ),
    /** The variables of a text, in order; an invalid text is returned with its position. */
    variables: operation(
      z.object({ text: z.string() }),
      z.object({
        variables: z.array(z.string()),
        endpointFields: z.array(z.string()),
        problem: z.object({ message: codedTextSchema, position: z.number().int() }).optional(),
        /** Braces that may be a mistyped variable. */
        warning: codedTextSchema.optional(),
      }),
    ),
    /** Changes in the cache since a planned campaign was frozen, for recipients that are still to be sent to. */
    drift: operation(
      z.object({ campaignId: z.string(), limit: z.number().int().min(1).max(1000).default(200) }),
      z.object({
        plannedAt: timeSchema,
        /** Time of the cache used. */
        asOf: timeSchema.optional(),
        /** Number of compared recipients. */
        compared: z.number().int(),
        counts: z.record(driftKindSchema, z.number().int()),
        /** Endpoints that match the audience's filters today and are not in the plan. */
        joined: z.number().int(),
        items: z.array(
          z.object({
            row: z.number().int(),
            endpoint: z.string(),
            name: z.string().optional(),
            kinds: z.array(driftKindSchema),
            /** One for each kind: before and after. */
            details: z.array(codedTextSchema),
          }),
        ),
      }),
    ),
    /** Removes recipients with these changes from a campaign that is not running: they become cancelled ("drift"). */
    dropDrifted: operation(
      z.object({ campaignId: z.string(), kinds: z.array(driftKindSchema).min(1) }),
      z.object({ cancelled: z.number().int() }),
    ),
    /** The duration, whether the session lasts, and (on request) endpoints without remaining SMS quota. */
    preflight: operation(
      z.object({
        campaignId: z.string(),
        quota: z.enum(["none", "sample", "full"]).default("none"),
        sampleSize: z.number().int().min(1).max(1000).default(50),
      }),
      z.object({
        recipients: z.number().int(),
        segments: z.number().int(),
        /** Assumed requests per second, and why. */
        rate: z.number(),
        rateMessage: codedTextSchema,
        /** Without a set rate: the limit that applies instead, a text that follows "Rate: ". */
        defaultRate: codedTextSchema.optional(),
        durationMs: z.number(),
        startsAt: timeSchema,
        endsAt: timeSchema,
        session: sessionLifetimeSchema,
        quota: z
          .object({
            checked: z.number().int(),
            enough: z.number().int(),
            /** Endpoints with fewer SMS left than this campaign's segments for them. */
            short: z.number().int(),
            /** Endpoints without a quota: the effect depends on the service profile. */
            unset: z.number().int(),
            unknown: z.number().int(),
            /** The short ones, first 200. */
            items: z.array(
              z.object({
                endpoint: z.string(),
                name: z.string().optional(),
                left: z.number(),
                needed: z.number().int(),
              }),
            ),
            /** True when every endpoint was checked. */
            complete: z.boolean(),
          })
          .optional(),
      }),
    ),
  },
  topics: {
    "planning.preflightProgress": z.object({ campaignId: z.string(), done: z.number().int(), total: z.number().int() }),
  },
} as const;
