/**
 * Suppression list of a connection.
 * - It applies when a campaign is planned, again whenever its sending starts or recipients are retried, and immediately to every open
 *   campaign when an entry is added or endpoints were synced: a pending recipient is cancelled instead of claimed, also while the campaign
 *   runs. Messages in flight are not affected.
 * - An endpoint that a value has matched once stays protected, whatever its later name or identifiers: see `suppression.ts`.
 * - Removing a value affects later plans only. Campaigns planned before keep it, because their audience is frozen.
 * - An SMS that an operator sends to one endpoint is not prevented, because a device is often excluded from audiences during
 *   maintenance; but it requires a confirmation: see `running/single.ts`.
 * - Numbers that a spreadsheet has rounded are rejected; every other uncertain value suppresses.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { Suppressed, suppression } from "#shared/contract/campaigns/suppression.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { SuppressionListRow } from "../ledger/queries-suppression.ts";
import type { Suppression } from "./plan.ts";
import {
  pinEndpoints,
  readSuppressed,
  rejectUnsplit,
  resolveValues,
  type SuppressionInput,
  suppressionListValues,
  valuesOfText,
} from "./suppression.ts";

type Deps = Pick<CampaignDeps, "store" | "clock" | "connections" | "directory" | "names" | "publish">;

export function createSuppressionList(
  deps: Deps & {
    /** Pending recipients of a campaign were suppressed. */
    readonly onSuppressed: (campaign: number) => void;
  },
): Handlers<typeof suppression> {
  const { store, clock, connections, publish, onSuppressed } = deps;
  return {
    async list({ connection: name }, { signal }) {
      const { id } = await connections.open(name);
      return { entries: await withEndpoints(deps, id, await store.listSuppressed(id), signal) };
    },
    async add({ connection: name, values: single, text, textName, note }, { signal }) {
      const connection = await connections.open(name);
      const inputs = await readInputValues(single, text, textName, signal);
      const values = [...new Set(inputs.map(({ value }) => value))];
      const read = await readSuppressed(deps.directory, connection.id, values, signal);
      const endpointsByValue = await resolveValues(deps.directory, connection.id, values, signal);
      rejectUnsplit(inputs, endpointsByValue);
      const added = await store.addSuppressed({ connection: connection.id, values, note, now: clock.now() });
      await pinEndpoints(deps, connection.id, endpointsByValue);
      // After the entries are stored: a campaign that starts later reads them there, all others are updated here.
      for (const campaign of await store.openCampaigns(connection.id)) {
        await suppressIn(store, campaign, read);
        onSuppressed(campaign);
      }
      if (added > 0) publish("suppression.changed", { connection: connection.name });
      const unmatched = values.filter((value) => (endpointsByValue.get(value)?.size ?? 0) === 0);
      return {
        added,
        named: values.length - unmatched.length,
        unmatched: unmatched.length,
        firstUnmatched: unmatched.slice(0, 5),
      };
    },
    async remove({ connection: name, values: single, text, textName }, { signal }) {
      const connection = await connections.open(name);
      const values = (await readInputValues(single, text, textName, signal)).map(({ value }) => value);
      const removed = await store.removeSuppressed({ connection: connection.id, values });
      if (removed > 0) publish("suppression.changed", { connection: connection.name });
      return { removed };
    },
  };
}

/** Matches the list of a connection to its endpoints again, and applies it to these campaigns. */
export async function applySuppressionList(
  deps: Pick<CampaignDeps, "store" | "clock" | "directory" | "names">,
  connection: number,
  campaigns: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const values = await suppressionListValues(deps, connection, signal);
  if (values.length === 0 || campaigns.length === 0) return;
  const read = await readSuppressed(deps.directory, connection, values, signal);
  for (const campaign of campaigns) {
    throwIfStopped(signal);
    await suppressIn(deps.store, campaign, read);
  }
}

/** Suppresses cached endpoints first, then identifiers page by page, so that other calls run in between. */
async function suppressIn(store: CampaignDeps["store"], campaign: number, read: Suppression): Promise<void> {
  await store.addSuppression({ campaign, endpoints: [...read.endpointIds] });
  const values = [...read.values];
  for (let after: number | undefined = -1; after !== undefined;) {
    after = await store.suppressPage({ campaign, values, after });
  }
}

/** Individual values, and those of a text. Throws `suppression-empty` when there are none. */
async function readInputValues(
  single: readonly string[],
  text: string | undefined,
  textName: string | undefined,
  signal: AbortSignal,
): Promise<readonly SuppressionInput[]> {
  const listed = text === undefined ? [] : await valuesOfText(textName ?? codedText("input-text"), text, signal);
  const inputs = [...single.map((value) => ({ value: value.trim() })), ...listed];
  if (inputs.length === 0)
    throw new AppError("suppression-empty", codedText("suppression-empty", { name: codedText("input-text") }));
  return inputs;
}

/**
 * Every value with the endpoint that it matches in the cache, where there is exactly one, and the endpoints that it has matched
 * before.
 */
async function withEndpoints(
  { directory, names, store }: Deps,
  connection: number,
  rows: readonly SuppressionListRow[],
  signal: AbortSignal,
): Promise<Suppressed[]> {
  const values = rows.map(({ value }) => value);
  const endpointsByValue = await resolveValues(directory, connection, values, signal);
  const pins = Map.groupBy(await store.listPins(connection), ({ value }) => value);
  const ids = [...endpointsByValue.values(), ...[...pins.values()].map((own) => own.map(({ endpoint }) => endpoint))];
  const namesById = await names.of(connection, [...new Set(ids.flatMap((some) => [...some]))]);
  return rows.map((row) => {
    const named = endpointsByValue.get(row.value) ?? new Set<string>();
    const [one, ...rest] = named;
    const formerEndpoints = (pins.get(row.value) ?? [])
      .filter(({ endpoint }) => !named.has(endpoint))
      .map(({ endpoint, name: was }) => ({ endpoint, name: namesById.get(endpoint), was: was ?? undefined }));
    return {
      ...row,
      ...(one === undefined || rest.length > 0 ? {} : { endpoint: one, name: namesById.get(one) }),
      formerEndpoints: formerEndpoints.length === 0 ? undefined : formerEndpoints,
    };
  });
}

// Matches the suppression list to endpoints again after endpoints were synced, and applies it to open campaigns, in the background:
// the caller of the sync does not wait.
// Invariant: once `stop` has resolved, nothing is read or written here.

type RefreshDeps = Pick<CampaignDeps, "store" | "clock" | "directory" | "names" | "log"> & {
  readonly connections: Pick<CampaignDeps["connections"], "open">;
};

interface SuppressionRefresh {
  /** Starts a refresh of a connection's list. A failure is logged. */
  start(connection: string): void;
  /** Resolves when every refresh that was started has ended. */
  idle(): Promise<void>;
  /** Aborts refreshes in progress and waits for their end; none is started afterwards. */
  stop(): Promise<void>;
}

export function createSuppressionRefresh(deps: RefreshDeps): SuppressionRefresh {
  const stopping = new AbortController();
  const { signal } = stopping;
  const inProgress = new Set<Promise<void>>();

  const refresh = async (connection: string): Promise<void> => {
    try {
      const { id } = await deps.connections.open(connection);
      if (!signal.aborted) await applySuppressionList(deps, id, await deps.store.openCampaigns(id), signal);
    } catch (cause) {
      // The list was deleted with a connection that was removed during the sync.
      if (signal.aborted || isAppError(cause, "connection-unknown")) return;
      deps.log.error("suppression.refresh-failed", {}, cause);
    }
  };
  const idle = async (): Promise<void> => {
    await Promise.all(inProgress);
  };

  return {
    start(connection) {
      if (signal.aborted) return;
      const work = refresh(connection).finally(() => inProgress.delete(work));
      inProgress.add(work);
    },
    idle,
    async stop() {
      stopping.abort();
      await idle();
    },
  };
}
