/** Before a campaign is sent: what its plan would be, what has changed since, and what stands in its way. Nothing here sends. */
import { z } from "zod";
import { maxSegmentsSchema } from "./campaigns.ts";
import { audienceSchema, exclusionSchema, identifierSchema, wordingSchema } from "./campaign-schemas.ts";
import { codedTextSchema, operation, readsFileSchema, segmentsExactSchema, timeSchema } from "./kit.ts";

const previewInput = {
  connection: z.string().optional(),
  audience: audienceSchema,
  suppressFile: readsFileSchema.optional(),
  maxSegments: maxSegmentsSchema,
};

/** A text as one recipient would get it. */
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

/** What has changed of an endpoint since it was planned. */
export const driftKindSchema = z.enum(["gone", "deleted", "disabled", "sim-swapped", "text-differs", "renamed"]);
export type DriftKind = z.output<typeof driftKindSchema>;

export const sessionLifetimeSchema = z.object({
  /** "unlimited": the session does not end by itself; "enough" and "too-short" compare with the expected end. */
  verdict: z.enum(["unlimited", "enough", "too-short", "signed-out", "unknown"]),
  expiresAt: timeSchema.optional(),
  message: codedTextSchema,
});

export const planning = {
  operations: {
    /**
     * What `campaigns.plan` would freeze, against the local copy alone; nothing is written and the service is not asked.
     * Without a text only the audience is judged. Fails as `plan` does.
     */
    preview: operation(
      z.object({ ...previewInput, wording: wordingSchema.optional() }),
      z.object({
        included: z.number().int(),
        excluded: z.number().int(),
        excludedByReason: z.record(z.string(), z.number().int()),
        /** The first 500, in row order. */
        exclusions: z.array(exclusionSchema),
        /** Rows not in the local copy: the service is asked for them at planning. */
        unresolved: z.number().int(),
        segments: z.number().int(),
        longest: z.number().int(),
        /** Of both. */
        segmentsExact: segmentsExactSchema,
        unicode: z.number().int(),
        /** Up to five recipients spread over the audience, and the longest text, each once. */
        samples: z.array(sampleSchema),
        /** Columns of the lists that are joined, each once. */
        columns: z.array(z.string()),
        /** Variables of the text that nothing stands for yet. */
        unbound: z.array(z.string()),
        by: identifierSchema.optional(),
        column: z.string().optional(),
        note: z.string().optional(),
      }),
    ),
    /** The text as these endpoints would get it; `missing` names the variable that has no value for it. */
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
            missing: z.string().optional(),
          }),
        ),
      }),
    ),
    /** Every exclusion as CSV into a file that a person chooses. */
    exportExclusions: operation(
      z.object({ ...previewInput, wording: wordingSchema.optional(), suggestedName: z.string().max(120) }),
      z.object({ outcome: z.enum(["written", "cancelled"]), rows: z.number().int(), file: z.string().optional() }),
    ),
    /** Names the variables of a text, in their order; a text that cannot be read is told with its place. */
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
    /** What changed in the local copy since a planned campaign was frozen, for recipients that are still to be sent to. */
    drift: operation(
      z.object({ campaignId: z.string(), limit: z.number().int().min(1).max(1000).default(200) }),
      z.object({
        plannedAt: timeSchema,
        /** Age of the local copy that it was compared with. */
        asOf: timeSchema.optional(),
        /** Recipients that were compared. */
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
    /** Takes recipients that changed in these ways out of a campaign that is not running: they become cancelled ("drift"). */
    dropDrifted: operation(
      z.object({ campaignId: z.string(), kinds: z.array(driftKindSchema).min(1) }),
      z.object({ cancelled: z.number().int() }),
    ),
    /** How long it takes, whether the session lasts, and (when asked) who has no SMS quota left. */
    preflight: operation(
      z.object({
        campaignId: z.string(),
        quota: z.enum(["none", "sample", "full"]).default("none"),
        sampleSize: z.number().int().min(1).max(1000).default(50),
      }),
      z.object({
        recipients: z.number().int(),
        segments: z.number().int(),
        /** Requests per second that were assumed, and why. */
        rate: z.number(),
        rateMessage: codedTextSchema,
        /** Where no rate is set: what decides instead, a text that follows "Rate: ". */
        defaultRate: codedTextSchema.optional(),
        durationMs: z.number(),
        startsAt: timeSchema,
        endsAt: timeSchema,
        session: sessionLifetimeSchema,
        quota: z
          .object({
            checked: z.number().int(),
            enough: z.number().int(),
            /** Fewer SMS left than this campaign's segments for it. */
            short: z.number().int(),
            /** None is set: what that means depends on the service profile. */
            unset: z.number().int(),
            unknown: z.number().int(),
            /** Those that are short, first 200. */
            items: z.array(
              z.object({
                endpoint: z.string(),
                name: z.string().optional(),
                left: z.number(),
                needed: z.number().int(),
              }),
            ),
            /** True when everybody was asked. */
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
