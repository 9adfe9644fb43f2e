/** The words of planning: what the planner asks for, what it writes and what it answers. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Binding, IdentifierKind } from "#contract/campaign-schemas.ts";
import type { Completeness } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { CsvTable } from "./csv-rows.ts";

/** An endpoint as the fleet knows it; `record` is the JSON as the service sent it, with `sim` inside when one is assigned. */
export interface CachedEndpoint {
  readonly id: string;
  readonly record: JsonRecord;
}

/** Endpoints by identifier; keys are the values as they were asked. A value that nothing answers to has no key. */
export type ResolvedEndpoints = ReadonlyMap<string, readonly CachedEndpoint[]>;

/** Where recipients come from. The fleet implements it; the planner knows neither cache nor service. */
export interface RecipientDirectory {
  /** Looks values up in the local copy. "any": whoever may be meant, a name in whatever case and every holder of a number. */
  resolve(
    connectionId: number,
    by: IdentifierKind,
    values: readonly string[],
    signal: AbortSignal,
    match?: "best" | "any",
  ): Promise<ResolvedEndpoints>;
  /**
   * Asks the service for values the local copy does not know, with the fewest calls. Yields answers as they come, each
   * value in one map only and with all of its endpoints; none, or a value that is never yielded, means that the service
   * knows no such endpoint. Throws `AppError` when the service cannot be asked (any more); what was yielded before stays
   * good, and what was not counts as not asked.
   */
  resolveLive(
    connectionId: number,
    by: IdentifierKind,
    values: readonly string[],
    signal: AbortSignal,
  ): AsyncIterable<ResolvedEndpoints>;
  /** Endpoints that match a filter of the specification's grammar, in id order, each once. Throws `AppError` on bad grammar. */
  audience(connectionId: number, filter: string, signal: AbortSignal): AsyncIterable<readonly CachedEndpoint[]>;
  /** How complete the local copy of the endpoints is: a filter sees nothing else. */
  completeness(connectionId: number): Promise<Pick<Completeness, "state" | "reason" | "asOf">>;
}

/** Why a row is not sent to; decided at planning. */
export type ExclusionReason =
  | "duplicate"
  /** Taken away by a later step of the audience. */
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

/** A row that will be sent to; text and order are frozen with it. */
export interface IncludedRow {
  /** See `row-place.ts`: step and row, as a spreadsheet numbers it (the header is row 1); 1..n where there is no list. Sending order is by row. */
  readonly row: number;
  /** The identifier as the file has it, trimmed; the endpoint's id when the audience is a filter. */
  readonly identifier: string;
  readonly endpointId: string;
  readonly text: string;
  readonly segments: number;
  /** What its endpoint carries, comparable to `Suppression.values`; of those that only the service knew. */
  readonly identifiers?: readonly string[];
  readonly excluded?: undefined;
}

/** A row that will not be sent to. */
export interface ExcludedRow {
  readonly row: number;
  readonly identifier: string;
  readonly endpointId?: string;
  readonly excluded: ExclusionReason;
  /** What exactly: the missing variable, the candidates of an ambiguous name, the damage. */
  readonly detail?: CodedText;
}

export type PlannedRow = IncludedRow | ExcludedRow;

/** Takes the plan down. The ledger implements it. */
export interface PlanWriter {
  /**
   * Appends rows, in ascending row order within a call (rows found live come in later calls with their own, lower
   * numbers). An included row whose endpoint is already included is kept as excluded "duplicate" and reported.
   */
  add(rows: readonly PlannedRow[]): Promise<{ readonly duplicates: ReadonlySet<number> }>;
}

/** Where recipients of one step come from, once it is known what its source means. */
export type AudienceSource =
  /** `open` reads it from its beginning; `by` names the identifying column, guessed when left out. */
  | {
      readonly kind: "table";
      readonly open: (signal: AbortSignal) => Promise<CsvTable>;
      readonly by?: string | undefined;
    }
  | { readonly kind: "filter"; readonly filter: string }
  | { readonly kind: "ids"; readonly ids: (signal: AbortSignal) => AsyncIterable<readonly string[]> };

/** Worked from first to last: "remove" takes away those that were joined before it. */
export interface AudienceStep {
  readonly op: "add" | "remove";
  readonly source: AudienceSource;
  /** What the source is, in the middle of a sentence. */
  readonly label: CodedText;
}

export interface PlanRequest {
  readonly connectionId: number;
  readonly audience: readonly AudienceStep[];
  readonly from: string;
  readonly text: string;
  readonly bindings?: Readonly<Record<string, Binding>> | undefined;
  /** More segments exclude a recipient; by default as many as can be numbered. */
  readonly maxSegments?: number | undefined;
  /** Absolute path of a list of identifiers that must never be sent to. */
  readonly suppressFile?: string | undefined;
  /** Identifiers that must not be sent to either: the standing list of the connection. */
  readonly suppressedValues?: readonly string[] | undefined;
}

export interface PlanDeps {
  readonly directory: RecipientDirectory;
  readonly writer: PlanWriter;
  /** Called after each batch with the rows read so far, over all steps. */
  readonly onProgress?: ((rows: number) => void) | undefined;
  /** Called for every row that is included for good, once it is written. */
  readonly onIncluded?: ((row: number, endpoint: CachedEndpoint) => void) | undefined;
}

/** What the service was asked beyond the local copy. */
export interface LiveLookup {
  /** Distinct values the local copy did not know. */
  readonly values: number;
  /** Rows that have them. */
  readonly rows: number;
  readonly matched: number;
  /** Why not all of them could be asked; missing when all were. */
  readonly failure?: CodedText;
}

export interface PlanResult {
  /** Every row with something in it: included + excluded. */
  readonly planned: number;
  readonly included: number;
  readonly excluded: number;
  readonly excludedByReason: Readonly<Partial<Record<ExclusionReason, number>>>;
  /** SMS segments over all included rows. */
  readonly segments: number;
  /** Most segments of one text. */
  readonly longest: number;
  /** False where a count is an upper bound, see `texts/segments.ts`. */
  readonly segmentsExact: boolean;
  /** Included rows whose text needs UCS-2. */
  readonly unicode: number;
  /** The source address as it will be sent. */
  readonly from: string;
  /** Columns of all lists that are joined, each once. */
  readonly columns: readonly string[];
  /** Field and column by which the first list was resolved; missing where there is none. */
  readonly by?: IdentifierKind;
  readonly column?: string;
  readonly live: LiveLookup;
  /** What a person must know of audience and text before sending: whole sentences. */
  readonly notes: readonly CodedText[];
  /** What claiming must check again; missing without a suppression file. */
  readonly suppression?: Suppression;
}

/** Who must not be sent to: endpoint ids where known, and every identifier as given, normalised. */
export interface Suppression {
  readonly endpointIds: ReadonlySet<string>;
  /** Normalised identifiers; an endpoint that carries one of them is suppressed whatever it is called. */
  readonly values: ReadonlySet<string>;
}
