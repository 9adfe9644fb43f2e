/** Suppression check for an SMS that an operator sends to one endpoint: the list does not prevent it, but it requires a confirmation. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import { resolveValues } from "./suppression.ts";

type Deps = Pick<CampaignDeps, "store" | "directory">;

/** Throws `confirmation-needed`, with the entries and their notes, where an entry of the list matches or has matched the endpoint. */
export async function requireUnlisted(
  { store, directory }: Deps,
  connection: number,
  endpoint: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const rows = await store.listSuppressed(connection);
  if (rows.length === 0) return;
  const endpointsByValue = await resolveValues(
    directory,
    connection,
    rows.map(({ value }) => value),
    signal,
  );
  const pinned = new Set(
    (await store.listPins(connection)).flatMap((pin) => (pin.endpoint === endpoint ? [pin.value] : [])),
  );
  const entries = rows.filter(
    ({ value }) => value === endpoint || pinned.has(value) || endpointsByValue.get(value)?.has(endpoint) === true,
  );
  if (entries.length === 0) return;
  const listed = entries.slice(0, 3).map(({ value, note }) => (note === "" ? value : `${value}: ${note}`));
  const text = codedText("endpoint-suppressed", { endpoint, entries: listed.join("; ") });
  throw new AppError("confirmation-needed", text, {
    details: { field: "evenIfSuppressed", entries: entries.map(({ value, note }) => ({ value, note })) },
  });
}
