/** How an endpoint differs from what it was when a campaign was planned. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Binding } from "#contract/campaign-schemas.ts";
import type { DriftKind } from "#contract/planning.ts";
import { endpointField, endpointStatus, isEndpointField, type CachedEndpoint } from "../../../texts/endpoint-fields.ts";
import { templateVariables } from "../../../texts/template.ts";

export interface EndpointThen {
  /** Undefined: the local copy did not know it, the service was asked. */
  readonly before: CachedEndpoint | undefined;
  /** Undefined: the local copy does not have it any more. */
  readonly now: CachedEndpoint | undefined;
}

export interface Drift {
  readonly kinds: readonly DriftKind[];
  /** A whole sentence for each. */
  readonly details: readonly CodedText[];
}

/** Service status of an endpoint (docs/service-facts.md#endpoint). */
const enabled = 0;
const deleted = 2;

/** Fields of the endpoint that a text takes its values from. */
export function fieldsOfText(text: string, bindings: Readonly<Record<string, Binding>>): readonly string[] {
  const bound = new Map(Object.entries(bindings).map(([name, binding]) => [name.toLowerCase(), binding]));
  const fields = templateVariables(text).flatMap((name) => {
    if (name.startsWith("endpoint.")) return [name.slice("endpoint.".length)];
    const binding = bound.get(name.toLowerCase());
    return binding !== undefined && "field" in binding ? [binding.field] : [];
  });
  return [...new Set(fields.filter((field) => isEndpointField(field)))];
}

/** Undefined when nothing that matters is different. `text` is the one that was frozen for it, `fields` are those of the template. */
export function detectDrift({ before, now }: EndpointThen, fields: readonly string[], text: string): Drift | undefined {
  if (now === undefined) {
    return { kinds: ["gone"], details: [codedText("drift-gone")] };
  }
  const differences = [...statusDrift(now), ...simDrift(before, now), ...textDrift(before, now, fields, text)];
  const [oldName, name] = [before && endpointField(before, "name"), endpointField(now, "name")];
  if (before !== undefined && oldName !== name) differences.push(["renamed", nameChange(oldName, name)]);
  if (differences.length === 0) return undefined;
  return { kinds: differences.map(([kind]) => kind), details: differences.map(([, text]) => text) };
}

type Difference = [DriftKind, CodedText];

/** Whoever was planned was enabled then, or of a status that nobody knows. */
function statusDrift(now: CachedEndpoint): Difference[] {
  const status = endpointStatus(now);
  if (status === deleted) return [["deleted", codedText("drift-deleted")]];
  if (status !== undefined && status !== enabled) return [["disabled", codedText("drift-disabled")]];
  return [];
}

function simDrift(before: CachedEndpoint | undefined, now: CachedEndpoint): Difference[] {
  if (before === undefined) return [];
  for (const field of ["iccid", "sim.id"]) {
    const [old, value] = [endpointField(before, field), endpointField(now, field)];
    if (old !== value) return [["sim-swapped", simChange(old, value)]];
  }
  return [];
}

/** A value stands in the text as it is: where the text does not have it, the text would be another one. */
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

function nameChange(before: string | undefined, after: string | undefined): CodedText {
  if (after === undefined) return codedText("drift-name-removed", { before: before ?? "" });
  return before === undefined
    ? codedText("drift-name-added", { after })
    : codedText("drift-name-changed", { before, after });
}

function simChange(before: string | undefined, after: string | undefined): CodedText {
  if (after === undefined) return codedText("drift-sim-removed", { before: before ?? "" });
  return before === undefined
    ? codedText("drift-sim-added", { after })
    : codedText("drift-sim-changed", { before, after });
}

function valueChange(field: string, before: string | undefined, after: string | undefined): CodedText {
  if (after === undefined) return codedText("drift-value-removed", { field, before: before ?? "" });
  return before === undefined
    ? codedText("drift-value-added", { field, after })
    : codedText("drift-value-changed", { field, before, after });
}
