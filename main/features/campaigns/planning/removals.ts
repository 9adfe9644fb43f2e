/** Reads the steps of an audience that remove recipients. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { readIdentifier } from "#shared/rules/identifier.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import { completenessNote } from "./cache-note.ts";
import type { AudienceStep, RecipientDirectory } from "./plan.ts";
import type { Removal } from "./row-verdict.ts";
import { readTable, type NamedByList } from "./suppression.ts";

export interface Removals {
  /** Per step of the audience, the removals of later steps: only those apply to its rows. */
  readonly removals: readonly (readonly Removal[])[];
  /** What could not be removed, in complete sentences. */
  readonly notes: readonly CodedText[];
}

/** Throws what reading the lists throws, and `never-synchronised` for a filter without a cache, which would remove nothing. */
export async function readRemovals(
  directory: RecipientDirectory,
  connectionId: number,
  audience: readonly AudienceStep[],
  signal: AbortSignal,
): Promise<Removals> {
  const notes: CodedText[] = [];
  const removals: (Removal | undefined)[] = [];
  for (const [index, step] of audience.entries()) {
    // A removal before the first step that adds has no effect.
    const joined = audience.slice(0, index).some(({ op }) => op === "add");
    if (step.op === "add" || !joined) removals.push(undefined);
    else {
      if (step.source.kind === "filter") {
        const note = completenessNote(await directory.completeness(connectionId), "remove");
        if (note !== undefined) notes.push(note);
      }
      const named = await readNamed(directory, connectionId, step, signal);
      removals.push({ named, label: codedText("removed-by-step", { step: index + 1, source: step.label }) });
    }
  }
  const after = (index: number): readonly Removal[] =>
    removals.slice(index + 1).filter((removal) => removal !== undefined);
  return { removals: audience.map((_, index) => after(index)), notes };
}

async function readNamed(
  directory: RecipientDirectory,
  connectionId: number,
  { source, label }: AudienceStep,
  signal: AbortSignal,
): Promise<NamedByList> {
  if (source.kind === "table") {
    return readTable(
      directory,
      connectionId,
      { table: await source.open(signal), where: label, by: source.by },
      signal,
    );
  }
  const endpointIds = new Set<string>();
  if (source.kind === "ids") {
    for await (const ids of source.ids(signal)) {
      throwIfStopped(signal);
      for (const id of ids) endpointIds.add(normalizeId(id));
    }
  } else {
    for await (const endpoints of directory.audience(connectionId, source.filter, signal)) {
      throwIfStopped(signal);
      for (const { id } of endpoints) endpointIds.add(id);
    }
  }
  return { endpointIds, identifiers: new Map() };
}

/** Reads an id in the same way as a step that adds. */
function normalizeId(id: string): string {
  const read = readIdentifier("id", id);
  return read.kind === "value" ? read.value : id;
}
