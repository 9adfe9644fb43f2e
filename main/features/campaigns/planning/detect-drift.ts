/** Compares an endpoint with its state when a campaign was planned. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { DriftKind } from "#shared/contract/campaigns/planning.ts";
import { endpointField, endpointStatus, isEndpointField, type CachedEndpoint } from "#shared/rules/endpoint-fields.ts";
import { templateVariables } from "#shared/rules/template.ts";

export interface EndpointThen {
  /** Undefined: the endpoint was not cached, and was looked up at the service. */
  readonly before: CachedEndpoint | undefined;
  /** Undefined: the endpoint is no longer cached. */
  readonly now: CachedEndpoint | undefined;
}

export interface Drift {
  readonly kinds: readonly DriftKind[];
  /** One complete sentence per kind. */
  readonly details: readonly CodedText[];
}

/** Service status of an endpoint (docs/service-facts.md#endpoint). */
const enabled = 0;
const deleted = 2;

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
    return { kinds: ["gone"], details: [codedText("drift-gone")] };
  }
  const differences = [...statusDrift(now), ...simDrift(before, now), ...textDrift(before, now, fields, text)];
  const [oldName, name] = [before && endpointField(before, "name"), endpointField(now, "name")];
  if (before !== undefined && oldName !== name) differences.push(["renamed", nameChange(oldName, name)]);
  if (differences.length === 0) return undefined;
  return { kinds: differences.map(([kind]) => kind), details: differences.map(([, text]) => text) };
}

type Difference = [DriftKind, CodedText];

/** A planned endpoint was enabled, or had an unknown status. */
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
