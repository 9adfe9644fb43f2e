/** Plans the rows that the local copy does not know: one question to the service for all of them. */
import type { IdentifierKind } from "#contract/campaign-words.ts";
import type { Failure } from "#contract/kit.ts";
import { AppError, toFailure } from "../../../failure.ts";
import { abortedError } from "../../../wait.ts";
import { lookupForms } from "../../../identifiers/identifier.ts";
import type { PlanTally } from "./plan-tally.ts";
import { carriedForms } from "./given-forms.ts";
import type { CachedEndpoint, LiveLookup, PlannedRow, RecipientDirectory } from "./plan.ts";
import { judgeFound, judgeMissing, type Candidate, type VerdictRules } from "./row-verdict.ts";

const rowsPerWrite = 1000;

/** Asks for every waiting row's identifier once and writes the verdicts in row order. */
export async function planLive(
  directory: RecipientDirectory,
  connectionId: number,
  by: IdentifierKind,
  rules: VerdictRules,
  waiting: readonly Candidate[],
  run: { readonly tally: PlanTally; readonly signal: AbortSignal },
): Promise<LiveLookup> {
  if (waiting.length === 0) return { values: 0, rows: 0, found: 0 };
  const byForm = groupByForm(by, waiting);
  const verdicts = new Map<number, PlannedRow>();
  let found = 0;
  let failure: Failure | undefined;
  const answered = new Set<string>();
  try {
    for await (const answer of directory.resolveLive(connectionId, by, [...byForm.keys()], run.signal)) {
      for (const [form, endpoints] of answer) {
        answered.add(form);
        if (endpoints.length === 0) continue;
        found += 1;
        for (const candidate of byForm.get(form) ?? []) {
          verdicts.set(candidate.row, withIdentifiers(judgeFound(rules, candidate, endpoints), endpoints));
        }
      }
    }
  } catch (error) {
    if (run.signal.aborted) throw abortedError();
    if (!(error instanceof AppError)) throw error;
    failure = toFailure(error); // a plan is made without the service too; the rows say that it was not asked
  }
  await writeVerdicts(waiting, run, (candidate) => {
    const notAsked = answered.has(liveForm(by, candidate)) ? undefined : failure?.message;
    return verdicts.get(candidate.row) ?? judgeMissing(by, candidate, notAsked);
  });
  return { values: byForm.size, rows: waiting.length, found, ...(failure === undefined ? {} : { failure }) };
}

/** The local copy cannot tell later what it carries. */
function withIdentifiers(row: PlannedRow, endpoints: readonly CachedEndpoint[]): PlannedRow {
  const endpoint = endpoints.find(({ id }) => id === row.endpointId);
  if (row.excluded !== undefined || endpoint === undefined) return row;
  return { ...row, identifiers: carriedForms(endpoint) };
}

async function writeVerdicts(
  waiting: readonly Candidate[],
  run: { readonly tally: PlanTally; readonly signal: AbortSignal },
  verdict: (candidate: Candidate) => PlannedRow,
): Promise<void> {
  for (let from = 0; from < waiting.length; from += rowsPerWrite) {
    if (run.signal.aborted) throw abortedError();
    await run.tally.add(waiting.slice(from, from + rowsPerWrite).map(verdict));
  }
}

function groupByForm(by: IdentifierKind, waiting: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of waiting) {
    const form = liveForm(by, candidate);
    const group = groups.get(form);
    if (group === undefined) groups.set(form, [candidate]);
    else group.push(candidate);
  }
  return groups;
}

/** The form the service is asked for: the shortest, since it matches identifiers by their beginning. */
function liveForm(by: IdentifierKind, { value }: Candidate): string {
  return lookupForms(by, value).at(-1) ?? value;
}
