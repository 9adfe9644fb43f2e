/** Plans the rows that the local copy does not know: one question to the service for all of them. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "#contract/campaign-schemas.ts";
import { AppError, textOf } from "../../../failure.ts";
import { abortedError } from "../../../wait.ts";
import { lookupForms } from "../../../identifiers/identifier.ts";
import type { Meaning } from "../../../identifiers/read-value.ts";
import type { PlanTally } from "./plan-tally.ts";
import { carriedForms } from "./identifier-forms.ts";
import type { CachedEndpoint, LiveLookup, PlannedRow, RecipientDirectory } from "./plan.ts";
import { classifyMatch, classifyMissing, type Candidate, type VerdictRules } from "./row-verdict.ts";

const rowsPerWrite = 1000;

/** Asks once for every identifier that a waiting row may have, kind by kind, and writes the verdicts in row order. */
export async function planLive(
  directory: RecipientDirectory,
  connectionId: number,
  rules: VerdictRules,
  waiting: readonly Candidate[],
  run: { readonly tally: PlanTally; readonly signal: AbortSignal },
): Promise<LiveLookup> {
  if (waiting.length === 0) return { values: 0, rows: 0, matched: 0 };
  const formsByKind = groupByForm(waiting);
  const answers = new Map<string, readonly CachedEndpoint[]>();
  let failure: CodedText | undefined;
  try {
    for (const [by, forms] of formsByKind) {
      for await (const answer of directory.resolveLive(connectionId, by, [...forms], run.signal)) {
        for (const [form, endpoints] of answer) answers.set(keyOf(by, form), endpoints);
      }
      // A value that is never answered means that nobody carries it.
      for (const form of forms) if (!answers.has(keyOf(by, form))) answers.set(keyOf(by, form), []);
    }
  } catch (error) {
    if (run.signal.aborted) throw abortedError();
    if (!(error instanceof AppError)) throw error;
    failure = textOf(error); // a plan is made without the service too; the rows say that it was not asked
  }
  await writeVerdicts(waiting, run, (candidate) => {
    const own = candidate.meanings.map((meaning) => answers.get(keyOf(meaning.kind, liveForm(meaning))));
    // Who else answers to it, as a number of another kind, is not known while one of its kinds was not asked for.
    if (own.includes(undefined)) return classifyMissing(candidate, failure);
    const endpoints = own.flatMap((some) => some ?? []);
    if (endpoints.length === 0) return classifyMissing(candidate, undefined);
    return withIdentifiers(classifyMatch(rules, candidate, endpoints), endpoints);
  });
  const values = [...formsByKind.values()].reduce((sum, forms) => sum + forms.size, 0);
  const matched = [...answers.values()].filter((endpoints) => endpoints.length > 0).length;
  return { values, rows: waiting.length, matched, ...(failure === undefined ? {} : { failure }) };
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

function groupByForm(waiting: readonly Candidate[]): ReadonlyMap<IdentifierKind, ReadonlySet<string>> {
  const groups = new Map<IdentifierKind, Set<string>>();
  for (const meaning of waiting.flatMap(({ meanings }) => meanings)) {
    const forms = groups.get(meaning.kind) ?? new Set();
    groups.set(meaning.kind, forms.add(liveForm(meaning)));
  }
  return groups;
}

/** The form the service is asked for: the shortest, since it matches identifiers by their beginning. */
function liveForm({ kind, value }: Meaning): string {
  return lookupForms(kind, value).at(-1) ?? value;
}

function keyOf(by: IdentifierKind, form: string): string {
  return `${by} ${form}`;
}
