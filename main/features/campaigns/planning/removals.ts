/** Who is taken away by the steps of an audience that remove. */
import { throwIfStopped } from "../../../wait.ts";
import type { AudienceStep, RecipientDirectory, Suppression } from "./plan.ts";
import type { Removal } from "./row-verdict.ts";
import { readTable } from "./suppression.ts";

/** Per step of the audience, the removals that come after it: only those touch its rows. */
export async function readRemovals(
  directory: RecipientDirectory,
  connectionId: number,
  audience: readonly AudienceStep[],
  signal: AbortSignal,
): Promise<readonly (readonly Removal[])[]> {
  const removals: (Removal | undefined)[] = [];
  for (const [index, step] of audience.entries()) {
    // A removal before anybody was joined takes nobody away.
    const joined = audience.slice(0, index).some(({ op }) => op === "add");
    if (step.op === "add" || !joined) removals.push(undefined);
    else {
      const who = await whoIs(directory, connectionId, step, signal);
      removals.push({ who, words: `step ${index + 1}: ${step.words}` });
    }
  }
  return audience.map((_, index) => removals.slice(index + 1).filter((removal) => removal !== undefined));
}

async function whoIs(
  directory: RecipientDirectory,
  connectionId: number,
  { source, words }: AudienceStep,
  signal: AbortSignal,
): Promise<Suppression> {
  if (source.kind === "table") {
    return readTable(
      directory,
      connectionId,
      { table: await source.open(signal), where: words, by: source.by },
      signal,
    );
  }
  const endpointIds = new Set<string>();
  if (source.kind === "ids") {
    for await (const ids of source.ids(signal)) {
      throwIfStopped(signal);
      for (const id of ids) endpointIds.add(id);
    }
  } else {
    for await (const endpoints of directory.audience(connectionId, source.filter, signal)) {
      throwIfStopped(signal);
      for (const { id } of endpoints) endpointIds.add(id);
    }
  }
  return { endpointIds, values: new Set() };
}
