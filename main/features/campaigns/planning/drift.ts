/**
 * Reports what changed in the cache since a campaign was planned, for pending recipients.
 * Planning stores nothing for this: the fleet's history has the former endpoints, and only changed ones are compared, page by page,
 * whatever the size of the campaign. Where a plan is older than the history, all pending recipients are checked.
 * Where endpoint records do not contain the SIM, a swap shows only in the SIM collection and is not detected here. A sync that was
 * in progress during planning counts as later.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { AudienceSteps, Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { DriftKind, planning } from "#shared/contract/campaigns/planning.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import { rowPages } from "../../../core/store/cursor.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { PendingRecipient } from "../ledger/queries-plan.ts";
import type { CampaignRuns } from "../running/campaign-runs.ts";
import { findCampaign } from "../ledger/sqlite-ledger.ts";
import { readPlanned } from "./plan.ts";
import { type CachedEndpoint, endpointField, endpointStatus, isEndpointField } from "#shared/rules/endpoint-fields.ts";
import { templateVariables } from "#shared/rules/template.ts";

type DriftHandlers = Pick<Handlers<typeof planning>, "drift" | "dropDrifted">;
type Report = Awaited<ReturnType<DriftHandlers["drift"]>>;

interface Drifted extends PendingRecipient {
  readonly drift: Drift;
}

export function createDrift(deps: CampaignDeps, runs: CampaignRuns): DriftHandlers {
  const { store, clock, publish } = deps;
  return {
    async drift({ campaignId, limit }, { signal }) {
      const campaign = await findCampaign(store, campaignId);
      const counts = new Map<DriftKind, number>();
      let items: Drifted[] = [];
      for await (const page of drifted(deps, campaign, signal)) {
        for (const { drift } of page) for (const kind of drift.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
        items = [...items, ...page].sort((a, b) => a.row - b.row).slice(0, limit);
      }
      const { asOf } = await deps.directory.completeness(campaign.connection);
      return {
        plannedAt: campaign.createdAt,
        asOf,
        compared: campaign.counts.pending,
        counts: allKinds((kind) => counts.get(kind) ?? 0),
        joined: await countJoined(deps, campaign, signal),
        items: await deps.names.attach(
          campaign.connection,
          items.map(({ row, endpoint, drift: { kinds, details } }) => ({
            row,
            endpoint,
            kinds: [...kinds],
            details: [...details],
          })),
        ),
      };
    },
    async dropDrifted({ campaignId, kinds }, { signal }) {
      const campaign = await findCampaign(store, campaignId);
      if (!(await runs.idle(campaign.id))) throw working(campaignId);
      const selectedKinds = new Set<DriftKind>(kinds);
      let list = await store.stageRows(undefined, []);
      try {
        for await (const page of drifted(deps, campaign, signal)) {
          const rows = page
            .filter(({ drift }) => drift.kinds.some((kind) => selectedKinds.has(kind)))
            .map(({ row }) => row);
          list = await store.stageRows(list, rows);
        }
        const cancelled = await store.cancelStaged({ campaign: campaign.id, list, code: "drift", now: clock.now() });
        if (cancelled > 0) publish("campaigns.changed", { campaignId });
        return { cancelled };
      } finally {
        await store.discardStaged(list);
      }
    },
  };
}

/** Pending recipients whose endpoint changed, page by page. */
async function* drifted(
  deps: CampaignDeps,
  campaign: StoredCampaign,
  signal: AbortSignal,
): AsyncGenerator<readonly Drifted[]> {
  const { store, past } = deps;
  const { text, bindings } = readPlanned(campaign, await store.readPlanned(campaign.id));
  const fields = fieldsOfText(text, bindings);
  if (!(await past.covers(campaign.connection, campaign.createdAt))) {
    yield* comparedAll(deps, campaign, fields, signal);
    return;
  }
  for await (const changes of past.changedSince(campaign.connection, campaign.createdAt, signal)) {
    const byId = new Map(changes.map((change) => [change.id, change]));
    const rows = await store.pendingOf({ campaign: campaign.id, endpoints: [...byId.keys()] });
    yield rows.flatMap((row) => {
      const change = byId.get(row.endpoint);
      const drift = change === undefined ? undefined : detectDrift(change, fields, row.text);
      return drift === undefined ? [] : [{ ...row, drift }];
    });
  }
}

const rowsPerPage = 500;

/** Without history, each endpoint is checked in its current state; a changed name or SIM cannot be detected then. */
async function* comparedAll(
  { store, directory }: CampaignDeps,
  campaign: StoredCampaign,
  fields: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<readonly Drifted[]> {
  const pages = rowPages(rowsPerPage, (page) => store.pendingSubjects({ campaign: campaign.id, ...page }));
  for await (const subjects of pages) {
    const endpoints = subjects.map(({ endpoint }) => endpoint);
    const endpointsById = await directory.resolve(campaign.connection, "id", endpoints, signal);
    const rows = await store.pendingOf({ campaign: campaign.id, endpoints });
    yield rows.flatMap((row) => {
      const now = endpointsById.get(row.endpoint)?.[0];
      const drift = detectDrift({ before: undefined, now }, fields, row.text);
      return drift === undefined ? [] : [{ ...row, drift }];
    });
  }
}

/** Endpoints that the audience's filters and views match today and that have no row in the plan. */
async function countJoined(deps: CampaignDeps, campaign: StoredCampaign, signal: AbortSignal): Promise<number> {
  const { audience = [] } = readPlanned(campaign, await deps.store.readPlanned(campaign.id));
  const steps = await filtersOf(deps, campaign.connection, audience);
  const joined = new Set<string>();
  for (const { op, filter } of steps) {
    for await (const endpoints of deps.directory.audience(campaign.connection, filter, signal)) {
      throwIfStopped(signal);
      const ids = endpoints.map(({ id }) => id);
      if (op === "remove") for (const id of ids) joined.delete(id);
      else for (const id of await deps.store.notPlanned({ campaign: campaign.id, endpoints: ids })) joined.add(id);
    }
  }
  return joined.size;
}

async function filtersOf(
  { viewFilter }: CampaignDeps,
  connectionId: number,
  audience: AudienceSteps,
): Promise<readonly { readonly op: "add" | "remove"; readonly filter: string }[]> {
  const filters = await Promise.all(
    audience.map(async ({ op, source }) => {
      if ("filter" in source) return [{ op, filter: source.filter }];
      if (!("view" in source)) return [];
      // A deleted view matches nothing.
      const filter = await viewFilter(connectionId, source.view);
      return filter === undefined ? [] : [{ op, filter }];
    }),
  );
  return filters.flat();
}

function allKinds(count: (kind: DriftKind) => number): Report["counts"] {
  return {
    missing: count("missing"),
    deleted: count("deleted"),
    disabled: count("disabled"),
    "sim-swapped": count("sim-swapped"),
    "text-differs": count("text-differs"),
    renamed: count("renamed"),
  };
}

function working(campaignId: string): AppError {
  return new AppError("campaign-state", codedText("drift-while-running", { campaign: campaignId }));
}

// Compares an endpoint with its state when a campaign was planned. Pure.

interface EndpointThen {
  /** Undefined: the endpoint was not cached, and was looked up at the service. */
  readonly before: CachedEndpoint | undefined;
  /** Undefined: the endpoint is no longer cached. */
  readonly now: CachedEndpoint | undefined;
}

interface Drift {
  readonly kinds: readonly DriftKind[];
  /** One complete sentence per kind. */
  readonly details: readonly CodedText[];
}

/** Endpoint fields that a text takes its values from. */
export function fieldsOfText(text: string, bindings: Readonly<Record<string, Binding>>): readonly string[] {
  const bound = new Map(Object.entries(bindings).map(([name, binding]) => [name.toLowerCase(), binding]));
  const fields = templateVariables(text).flatMap((name) => {
    if (name.startsWith("endpoint.")) return [name.slice("endpoint.".length)];
    const binding = bound.get(name.toLowerCase());
    return binding !== undefined && "field" in binding ? [binding.field] : [];
  });
  return [...new Set(fields.filter((field) => isEndpointField(field)))];
}

/** Undefined without a relevant difference. `text` is the recipient's frozen text, `fields` are those of the template. */
export function detectDrift({ before, now }: EndpointThen, fields: readonly string[], text: string): Drift | undefined {
  if (now === undefined) {
    return { kinds: ["missing"], details: [codedText("drift-gone")] };
  }
  const differences = [...statusDrift(now), ...simDrift(before, now), ...textDrift(before, now, fields, text)];
  const [oldName, name] = [before && endpointField(before, "name"), endpointField(now, "name")];
  if (before !== undefined && oldName !== name) differences.push(["renamed", changeText("name", oldName, name)]);
  if (differences.length === 0) return undefined;
  return { kinds: differences.map(([kind]) => kind), details: differences.map(([, text]) => text) };
}

type Difference = [DriftKind, CodedText];

/** A planned endpoint was enabled, or had an unknown status. */
function statusDrift(now: CachedEndpoint): Difference[] {
  const status = endpointStatus(now);
  if (status === "deleted") return [["deleted", codedText("drift-deleted")]];
  return status === "disabled" ? [["disabled", codedText("drift-disabled")]] : [];
}

function simDrift(before: CachedEndpoint | undefined, now: CachedEndpoint): Difference[] {
  if (before === undefined) return [];
  for (const field of ["iccid", "sim.id"]) {
    const [old, value] = [endpointField(before, field), endpointField(now, field)];
    if (old !== value) return [["sim-swapped", changeText("sim", old, value)]];
  }
  return [];
}

/** A value appears verbatim in a text: without an earlier record, a frozen text that lacks the current value would be different now. */
function textDrift(
  before: CachedEndpoint | undefined,
  now: CachedEndpoint,
  fields: readonly string[],
  text: string,
): Difference[] {
  for (const field of fields) {
    const [old, value] = [before && endpointField(before, field), endpointField(now, field)];
    const differs = before === undefined ? value !== undefined && !text.includes(value) : old !== value;
    if (differs) return [["text-differs", valueChange(field, old, value)]];
  }
  return [];
}

function changeText(of: "name" | "sim", before: string | undefined, after: string | undefined): CodedText {
  if (after === undefined) return codedText(`drift-${of}-removed`, { before: before ?? "" });
  return before === undefined
    ? codedText(`drift-${of}-added`, { after })
    : codedText(`drift-${of}-changed`, { before, after });
}

function valueChange(field: string, before: string | undefined, after: string | undefined): CodedText {
  if (after === undefined) return codedText("drift-value-removed", { field, before: before ?? "" });
  return before === undefined
    ? codedText("drift-value-added", { field, after })
    : codedText("drift-value-changed", { field, before, after });
}
