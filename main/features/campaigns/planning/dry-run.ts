/** Runs the planner against the cache only, and stores nothing. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Exclusion } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import type { IncludedRow, PlannedRow, PlanRequest, PlanResult, PlanWriter, RecipientDirectory } from "./plan.ts";
import { planAudience } from "./planner.ts";
import { placeOf } from "./row-place.ts";

export interface DryRun {
  readonly result: PlanResult;
  /** Rows whose identifiers are not cached: planning looks them up at the service. */
  readonly unresolved: number;
}

/** Calls `see` with every row as it would be stored. Throws as `planAudience` does. */
export async function dryRun(
  directory: RecipientDirectory,
  request: PlanRequest,
  see: (row: PlannedRow) => void,
  signal: AbortSignal,
): Promise<DryRun> {
  const result = await planAudience({ directory: localOnly(directory), writer: createMemory(see) }, request, signal);
  return { result, unresolved: result.live.rows };
}

/** A directory without service look-ups: identifiers that are not cached stay unresolved. */
function localOnly(directory: RecipientDirectory): RecipientDirectory {
  return {
    ...directory,
    // oxlint-disable-next-line require-yield -- always throws before a value exists
    async *resolveLive() {
      await Promise.resolve();
      throw new AppError("looked-up-at-planning", codedText("looked-up-at-planning"));
    },
  };
}

/** Stores endpoints only, to detect duplicates as the ledger's index does. */
function createMemory(see: (row: PlannedRow) => void): PlanWriter {
  const included = new Set<string>();
  return {
    add: (rows) => {
      const duplicates = new Set<number>();
      for (const row of rows) {
        if (row.excluded !== undefined) see(row);
        else if (included.has(row.endpointId)) {
          duplicates.add(row.row);
          const { row: number, identifier, endpointId } = row;
          see({
            row: number,
            identifier,
            endpointId,
            excluded: "duplicate",
            detail: codedText("duplicate-of", { endpoint: endpointId }),
          });
        } else {
          included.add(row.endpointId);
          see(row);
        }
      }
      return Promise.resolve({ duplicates });
    },
  };
}

/** An excluded row in the contract's form; undefined for an included one. */
export function exclusionOf(row: PlannedRow): Exclusion | undefined {
  if (row.excluded === undefined) return undefined;
  const { row: number, identifier, excluded, detail } = row;
  return {
    row: number,
    ...placeOf(number),
    identifier,
    reason: excluded,
    detail: detail === undefined ? undefined : formatText(detail),
  };
}

/** Collects the exclusions of the first rows, in any order of arrival: rows without a cached endpoint come last of their list. */
export interface FirstExclusions {
  add(exclusion: Exclusion): void;
  rows(): readonly Exclusion[];
}

export function createFirstExclusions(most: number): FirstExclusions {
  let exclusions: Exclusion[] = [];
  const first = (): Exclusion[] => exclusions.sort((a, b) => a.row - b.row).slice(0, most);
  return {
    add(exclusion) {
      exclusions.push(exclusion);
      if (exclusions.length >= most * 4) exclusions = first();
    },
    rows: first,
  };
}

/** Collects a few rows spread evenly over all added rows, and the longest. */
export interface Sampler {
  add(row: IncludedRow): void;
  rows(): readonly IncludedRow[];
}

const mostSamples = 5;

export function createSampler(): Sampler {
  let samples: IncludedRow[] = [];
  let stride = 1;
  let seen = 0;
  let longest: IncludedRow | undefined;
  return {
    add(row) {
      if (seen % stride === 0) samples.push(row);
      seen += 1;
      if (samples.length > mostSamples * 2) {
        samples = samples.filter((_, index) => index % 2 === 0);
        stride *= 2;
      }
      if (longest === undefined || row.segments > longest.segments || isLonger(row, longest)) longest = row;
    },
    rows() {
      const step = Math.max(1, samples.length / mostSamples);
      const spread = Array.from(
        { length: Math.min(mostSamples, samples.length) },
        (_, index) => samples[Math.floor(index * step)],
      );
      const all = [...spread, longest].filter((row) => row !== undefined);
      return [...new Map(all.map((row) => [row.row, row])).values()];
    },
  };
}

function isLonger(row: IncludedRow, than: IncludedRow): boolean {
  return row.segments === than.segments && row.text.length > than.text.length;
}
