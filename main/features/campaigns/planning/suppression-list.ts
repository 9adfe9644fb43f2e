/**
 * The standing list of those who must not be sent to, per connection.
 *
 * - It is applied when a campaign is planned, again whenever its sending starts, and at once to every open campaign when it
 *   grows: a recipient that is pending then is cancelled instead of claimed, also while the campaign runs. What is being sent
 *   at that moment has left and stays what it is.
 * - Whom a value has named once stays protected, whatever it is called or carries later: see `suppression-pins.ts`.
 * - A value that is taken off lets later plans reach who it names. Campaigns that were planned before keep it: their audience
 *   is frozen, and nobody comes back into it unseen.
 * - An SMS that a person sends to one endpoint by hand is not stopped by it, for a device is often kept out of audiences because
 *   somebody is working on it; but it is never sent silently: see `require-unlisted.ts`.
 * - Numbers that a spreadsheet has rounded are refused; whatever else is doubtful suppresses.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Handlers } from "#contract/kit.ts";
import type { Suppressed, suppression } from "#contract/suppression.ts";
import { AppError } from "../../../failure.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { SuppressionListRow } from "../ledger/queries-suppression.ts";
import type { Suppression } from "./plan.ts";
import { pinEndpoints, suppressionListValues } from "./suppression-pins.ts";
import { rejectUnsplit, resolveValues, valuesOfText, type SuppressionInput } from "./suppression-text.ts";
import { readSuppressed } from "./suppression.ts";

type Deps = Pick<CampaignDeps, "store" | "clock" | "connections" | "directory" | "names" | "publish">;

export function createSuppressionList(deps: Deps): Handlers<typeof suppression> {
  const { store, clock, connections, publish } = deps;
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
      // After it stands on the list: whoever starts from now on reads it there, and everybody else is told here.
      for (const campaign of await store.openCampaigns(connection.id)) {
        await suppressIn(store, campaign, read);
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

/** Applies the list as it is now to a campaign that is about to send. */
export async function applySuppressionList(
  deps: Pick<CampaignDeps, "store" | "clock" | "directory" | "names">,
  campaign: { readonly id: number; readonly connection: number },
  signal: AbortSignal,
): Promise<void> {
  const values = await suppressionListValues(deps, campaign.connection, signal);
  if (values.length === 0) return;
  const read = await readSuppressed(deps.directory, campaign.connection, values, signal);
  await suppressIn(deps.store, campaign.id, read);
}

/** Endpoints that are known first; then whoever was given by one of the identifiers, while others go on. */
async function suppressIn(store: CampaignDeps["store"], campaign: number, read: Suppression): Promise<void> {
  await store.addSuppression({ campaign, endpoints: [...read.endpointIds] });
  const values = [...read.values];
  for (let after: number | undefined = -1; after !== undefined;) {
    after = await store.suppressPage({ campaign, values, after });
  }
}

/** Values given by themselves, and those of a text. Throws `suppression-empty` when there is none. */
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

/** Every value with whom it protects: the endpoint that it names in the local copy where that is one, and those it has named. */
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
  const called = (endpoint: string): { readonly name?: string } => {
    const name = namesById.get(endpoint);
    return name === undefined ? {} : { name };
  };
  return rows.map((row) => {
    const named = endpointsByValue.get(row.value) ?? new Set<string>();
    const [one, ...rest] = named;
    const formerEndpoints = (pins.get(row.value) ?? [])
      .filter(({ endpoint }) => !named.has(endpoint))
      .map(({ endpoint, name: was }) => ({ endpoint, ...called(endpoint), ...(was === null ? {} : { was }) }));
    return {
      ...row,
      ...(one === undefined || rest.length > 0 ? {} : { endpoint: one, ...called(one) }),
      ...(formerEndpoints.length === 0 ? {} : { formerEndpoints: formerEndpoints }),
    };
  });
}
