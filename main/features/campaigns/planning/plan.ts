/** Types of planning: inputs, dependencies and results of the planner. */
import type { CachedEndpoint } from "#shared/rules/endpoint-fields.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Binding, IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { EndpointDirectory } from "../../fleet/index.ts";
import type { CsvTable } from "./csv-rows.ts";
import type { z } from "zod";
import { planSchema } from "#shared/contract/campaigns/campaigns.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import { countSegments } from "#shared/rules/segments.ts";

/** An endpoint in the fleet's form; `record` is the JSON from the service, with `sim` inside when one is assigned. */
/** Why a row is not sent to; determined at planning. */
type ExclusionReason =
  | "duplicate"
  /** Removed by a later step of the audience. */
  | "removed"
  | "suppressed"
  | "unresolved"
  | "ambiguous"
  | "missing-variable"
  | "text-too-long"
  | "disabled"
  | "deleted"
  | "damaged"
  | "malformed"
  | "check-digit";

/** A row that will be sent to; its text and its position are frozen. */
export interface IncludedRow {
  /**
   * Step and row, numbered as in the spreadsheet (the header is row 1), or 1..n without a list. Rows are sent in
   * this order.
   */
  readonly row: number;
  /** The identifier from the file, trimmed; the endpoint's id when the audience is a filter. */
  readonly identifier: string;
  readonly endpointId: string;
  readonly text: string;
  readonly segments: number;
  /** Identifiers of its endpoint, comparable to `Suppression.values`; only for endpoints that are not cached. */
  readonly identifiers?: readonly string[];
  readonly excluded?: undefined;
}

/** A row that will not be sent to. */
export interface ExcludedRow {
  readonly row: number;
  readonly identifier: string;
  readonly endpointId?: string;
  readonly excluded: ExclusionReason;
  /** The missing variable, the candidates of an ambiguous name, or the damage. */
  readonly detail?: CodedText;
}

export type PlannedRow = IncludedRow | ExcludedRow;

/** Receives the plan. The ledger implements it. */
export interface PlanWriter {
  /**
   * Appends rows, in ascending row order within a call (rows found at the service come in later calls with their own, lower
   * numbers). A row to include whose endpoint is already included is stored as excluded "duplicate" and reported.
   */
  add(rows: readonly PlannedRow[]): Promise<{ readonly duplicates: ReadonlySet<number> }>;
}

/** Resolved source of the recipients of one step. */
export type AudienceSource =
  /** `open` reads the table from its beginning; `by` names the identifying column, which is detected when undefined. */
  | {
      readonly kind: "table";
      readonly open: (signal: AbortSignal) => Promise<CsvTable>;
      readonly by?: string;
    }
  | { readonly kind: "filter"; readonly filter: string }
  | { readonly kind: "ids"; readonly ids: (signal: AbortSignal) => AsyncIterable<readonly string[]> };

/** Applied in order: "remove" removes recipients that earlier steps added. */
export interface AudienceStep {
  readonly op: "add" | "remove";
  readonly source: AudienceSource;
  /** Description of the source, for use within a sentence. */
  readonly label: CodedText;
}

export interface PlanRequest {
  readonly connectionId: number;
  readonly audience: readonly AudienceStep[];
  readonly from: string;
  readonly text: string;
  readonly bindings?: Readonly<Record<string, Binding>>;
  /** Texts with more segments exclude the recipient; by default as many as can be numbered. */
  readonly maxSegments?: number;
  /** Absolute path of a list of identifiers to suppress. */
  readonly suppressFile?: string;
  /** Further identifiers to suppress: the suppression list of the connection. */
  readonly suppressedValues?: readonly string[];
}

export interface PlanDeps {
  readonly directory: EndpointDirectory;
  readonly writer: PlanWriter;
  /** Called after each batch with the rows read so far, over all steps. */
  readonly onProgress?: (rows: number) => void;
  /** Called for every row that is included, once it is written. */
  readonly onIncluded?: (row: number, endpoint: CachedEndpoint) => void;
}

/** Service look-ups of values that are not cached. */
export interface LiveLookup {
  /** Distinct values that were not cached. */
  readonly values: number;
  /** Rows with these values. */
  readonly rows: number;
  readonly matched: number;
  /** Why not all values could be looked up; undefined when all were. */
  readonly failure?: CodedText;
}

export interface PlanResult {
  /** All rows that are not blank: included + excluded. */
  readonly planned: number;
  readonly included: number;
  readonly excluded: number;
  readonly excludedByReason: Readonly<Partial<Record<ExclusionReason, number>>>;
  /** SMS segments of all included rows. */
  readonly segments: number;
  /** Segments of the longest text. */
  readonly longest: number;
  /** False where a count is an upper bound, see `texts/segments.ts`. */
  readonly segmentsExact: boolean;
  /** Included rows whose text needs UCS-2. */
  readonly unicode: number;
  /** The source address in the form in which it is sent. */
  readonly from: string;
  /** Columns of all added lists, each once. */
  readonly columns: readonly string[];
  /** Kind and column by which the first list was resolved; undefined without a list. */
  readonly by?: IdentifierKind;
  readonly column?: string;
  readonly live: LiveLookup;
  /** Notes on audience and text to show before sending, in complete sentences. */
  readonly notes: readonly CodedText[];
  /** Suppressions that claiming checks again; undefined when there are none. */
  readonly suppression?: Suppression;
}

/** Suppressed endpoint ids where they are cached, and every identifier, normalised. */
export interface Suppression {
  readonly endpointIds: ReadonlySet<string>;
  /** Normalised identifiers; an endpoint with one of them is suppressed. */
  readonly values: ReadonlySet<string>;
}

// The input that a campaign was planned with, stored so that it can be viewed and planned again.

const storedSchema = planSchema.omit({ audience: true, connection: true }).extend({
  audience: planSchema.shape.audience.optional(),
});

/** A longer list of ids is not stored a second time, because the recipients contain it. */
const mostIds = 10_000;

type Planned = z.output<typeof storedSchema>;

/** Serialises the plan input for storage. */
export function writePlanned({ connection: _connection, audience, ...rest }: z.output<typeof planSchema>): string {
  const large = audience.some(({ source }) => "ids" in source && source.ids.length > mostIds);
  return JSON.stringify(large ? rest : { ...rest, audience });
}

/** Parses the stored plan input; for a campaign without one, derives it from the campaign row. */
export function readPlanned(campaign: StoredCampaign, stored: string | undefined): Planned {
  const parsed = stored === undefined ? undefined : storedSchema.safeParse(JSON.parse(stored));
  if (parsed?.success === true) return parsed.data;
  const { schedule, suppressFile, stopRule, whenNotListed } = campaign.options;
  return storedSchema.parse({
    name: campaign.name,
    from: campaign.sourceAddress,
    text: campaign.template,
    stopRule,
    whenNotListed,
    concurrency: campaign.concurrency,
    rate: campaign.setRate,
    schedule,
    suppressFile,
  });
}

type Totals = Pick<
  PlanResult,
  "planned" | "included" | "excluded" | "excludedByReason" | "segments" | "longest" | "segmentsExact" | "unicode"
>;

export interface PlanTally {
  /** Called with the endpoint of a row that is to be included; undefined when it is not needed. */
  readonly onMatch: ((row: number, endpoint: CachedEndpoint) => void) | undefined;
  /** Writes rows, sorted by row number. */
  add(rows: readonly PlannedRow[]): Promise<void>;
  totals(): Totals;
}

/** Passes planned rows to the writer and counts the results. */
export function createPlanTally(writer: PlanWriter, onIncluded?: PlanDeps["onIncluded"]): PlanTally {
  /** Held until the row is written, because only then is it known whether it is a duplicate. */
  const endpoints = new Map<number, CachedEndpoint>();
  const reasons = new Map<ExclusionReason, number>();
  const sum = { included: 0, excluded: 0, segments: 0, longest: 0, segmentsExact: true, unicode: 0 };
  const exclude = (reason: ExclusionReason): void => {
    sum.excluded += 1;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  };
  const reportIncluded = (row: number, included: boolean): void => {
    const endpoint = endpoints.get(row);
    endpoints.delete(row);
    if (included && endpoint !== undefined) onIncluded?.(row, endpoint);
  };
  return {
    onMatch: onIncluded === undefined ? undefined : (row, endpoint) => void endpoints.set(row, endpoint),
    add: async (rows) => {
      if (rows.length === 0) return;
      const sorted = [...rows].sort((a, b) => a.row - b.row);
      const { duplicates } = await writer.add(sorted);
      for (const row of sorted) {
        if (row.excluded !== undefined) exclude(row.excluded);
        else if (duplicates.has(row.row)) exclude("duplicate");
        else {
          sum.included += 1;
          sum.segments += row.segments;
          sum.longest = Math.max(sum.longest, row.segments);
          const { encoding, segmentsExact } = countSegments(row.text);
          if (encoding === "ucs2") sum.unicode += 1;
          sum.segmentsExact &&= segmentsExact;
        }
        reportIncluded(row.row, row.excluded === undefined && !duplicates.has(row.row));
      }
    },
    totals: () => ({ ...sum, planned: sum.included + sum.excluded, excludedByReason: Object.fromEntries(reasons) }),
  };
}
