/** Plans rows whose identifiers are not cached, with one service look-up for all of them. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError, textOf } from "#shared/failure.ts";
import { abortedError } from "../../../core/wait.ts";
import { lookupForms } from "#shared/rules/identifier.ts";
import type { Meaning } from "#shared/rules/read-value.ts";
import type { PlanTally } from "./plan-tally.ts";
import { carriedForms } from "./identifier-forms.ts";
import type { CachedEndpoint, LiveLookup, PlannedRow, RecipientDirectory } from "./plan.ts";
import { classifyMatch, classifyMissing, type Candidate, type VerdictRules } from "./row-verdict.ts";

const rowsPerWrite = 1000;

/** Looks up every identifier that a waiting row may have, once per kind, and writes the verdicts in row order. */
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
      // A value without an answer matches no endpoint.
      for (const form of forms) if (!answers.has(keyOf(by, form))) answers.set(keyOf(by, form), []);
    }
  } catch (error) {
    if (run.signal.aborted) throw abortedError();
    if (!(error instanceof AppError)) throw error;
    failure = textOf(error); // planning succeeds without the service; the rows say that they were not looked up
  }
  await writeVerdicts(waiting, run, (candidate) => {
    const own = candidate.meanings.map((meaning) => answers.get(keyOf(meaning.kind, liveForm(meaning))));
    // While one of its kinds was not looked up, another endpoint may match as a number of that kind.
    if (own.includes(undefined)) return classifyMissing(candidate, failure);
    const endpoints = own.flatMap((some) => some ?? []);
    if (endpoints.length === 0) return classifyMissing(candidate, undefined);
    return withIdentifiers(classifyMatch(rules, candidate, endpoints), endpoints);
  });
  const values = [...formsByKind.values()].reduce((sum, forms) => sum + forms.size, 0);
  const matched = [...answers.values()].filter((endpoints) => endpoints.length > 0).length;
  return { values, rows: waiting.length, matched, failure };
}

/** Stored because these identifiers are not in the cache later. */
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

/** The form for the service look-up: the shortest, because the service matches identifiers by prefix. */
function liveForm({ kind, value }: Meaning): string {
  return lookupForms(kind, value).at(-1) ?? value;
}

function keyOf(by: IdentifierKind, form: string): string {
  return `${by} ${form}`;
}
