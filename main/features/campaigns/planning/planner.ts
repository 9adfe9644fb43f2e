/**
 * Puts an audience, a text and a suppression list together into frozen rows.
 *
 * Rows are planned in file order, a batch at a time. Those that the local copy does not know wait (as short texts) until
 * the file has been read; then the service is asked once for all of them. Where two rows are the same endpoint the first
 * wins among those known locally, and among those found live; a row known locally wins over one found live.
 */
import { AppError } from "../../../failure.ts";
import { abortedError } from "../../../wait.ts";
import { planCsv, type PlanRun } from "./plan-csv.ts";
import { createPlanTally } from "./plan-tally.ts";
import type { LiveLookup, PlanDeps, PlanRequest, PlanResult, RecipientDirectory, Suppression } from "./plan.ts";
import { judgeFound } from "./row-verdict.ts";
import { readSourceAddress } from "./source-address.ts";
import { joinSuppressions, loadSuppression, readSuppressed } from "./suppression.ts";
import { compileTemplate } from "../../../texts/template.ts";

/**
 * Plans a campaign's audience into `deps.writer`. Nothing is sent; the service is asked only for identifiers that the
 * local copy does not know, and a plan succeeds without it. Throws `AppError`: `source-address-invalid`, `text-empty`,
 * `template-malformed`, `variable-unknown`, the codes of `openCsv`, `identifyColumn` and `loadSuppression`,
 * `audience-empty` (a filter that matches nothing), `never-synchronised` (a filter without a local copy), and the fleet's for a bad filter. Rows written before a failure are
 * the writer's to discard.
 */
export async function planAudience(deps: PlanDeps, request: PlanRequest, signal: AbortSignal): Promise<PlanResult> {
  const from = readSourceAddress(request.from);
  const { audience } = request;
  const suppression = await readSuppression(deps.directory, request, signal);
  const tally = createPlanTally(deps.writer, deps.onIncluded);
  const source =
    audience.kind === "csv"
      ? await planCsv(deps, { ...request, audience }, { suppression, tally, signal })
      : await planFilter(deps, { ...request, filter: audience.filter }, { suppression, tally, signal });
  return { ...tally.totals(), from, ...source, ...(suppression === undefined ? {} : { suppression }) };
}

async function readSuppression(
  directory: RecipientDirectory,
  { connectionId, suppressFile, suppressedValues = [] }: PlanRequest,
  signal: AbortSignal,
): Promise<Suppression | undefined> {
  return joinSuppressions([
    suppressFile === undefined ? undefined : await loadSuppression(directory, connectionId, suppressFile, signal),
    suppressedValues.length === 0 ? undefined : await readSuppressed(directory, connectionId, suppressedValues, signal),
  ]);
}

async function planFilter(
  deps: PlanDeps,
  request: { readonly connectionId: number; readonly text: string; readonly filter: string },
  { suppression, tally, signal }: PlanRun,
): Promise<{ readonly live: LiveLookup; readonly note?: string }> {
  const note = sayCompleteness(await deps.directory.completeness(request.connectionId));
  const rules = { template: compileTemplate(request.text, []), suppression, found: tally.found };
  let row = 0;
  for await (const endpoints of deps.directory.audience(request.connectionId, request.filter, signal)) {
    if (signal.aborted) throw abortedError();
    await tally.add(
      endpoints.map((endpoint) => {
        row += 1;
        return judgeFound(rules, { row, given: endpoint.id, value: endpoint.id, picked: [] }, [endpoint]);
      }),
    );
    deps.onProgress?.(row);
  }
  if (row === 0) throw new AppError("audience-empty", "No endpoint of the local copy matches the filter.");
  return { live: { values: 0, found: 0 }, ...(note === undefined ? {} : { note }) };
}

/** What a filter cannot see. Throws `never-synchronised` when it sees nothing at all. */
function sayCompleteness({
  state,
  reason,
}: Awaited<ReturnType<RecipientDirectory["completeness"]>>): string | undefined {
  if (state === "never") {
    throw new AppError(
      "never-synchronised",
      'A filter looks at the local copy, and the endpoints have not been synchronised yet. Run "fleetdesk sync endpoint" first.',
    );
  }
  if (state === "complete") return undefined;
  const why = reason === undefined ? "" : ` ${reason}`;
  return `The local copy of the endpoints is not complete: endpoints that it lacks are not in this plan.${why}`;
}
