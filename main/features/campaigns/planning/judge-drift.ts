/** How an endpoint differs from what it was when a campaign was planned. Pure. */
import type { Binding } from "#contract/campaign-words.ts";
import type { DriftKind } from "#contract/planning.ts";
import { endpointField, endpointStatus, isEndpointField, type KnownEndpoint } from "../../../texts/endpoint-fields.ts";
import { templateVariables } from "../../../texts/template.ts";

export interface EndpointThen {
  /** Undefined: the local copy did not know it, the service was asked. */
  readonly before: KnownEndpoint | undefined;
  /** Undefined: the local copy does not have it any more. */
  readonly now: KnownEndpoint | undefined;
}

export interface Drift {
  readonly kinds: readonly DriftKind[];
  /** A whole sentence for each. */
  readonly detail: string;
}

/** Service status of an endpoint (field facts, section 7). */
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
export function judgeDrift({ before, now }: EndpointThen, fields: readonly string[], text: string): Drift | undefined {
  if (now === undefined) {
    return { kinds: ["gone"], detail: "It is not in the local copy any more." };
  }
  const found = [...statusDrift(now), ...simDrift(before, now), ...textDrift(before, now, fields, text)];
  const [oldName, name] = [before && endpointField(before, "name"), endpointField(now, "name")];
  if (before !== undefined && oldName !== name) found.push(["renamed", said("The name", oldName, name)]);
  if (found.length === 0) return undefined;
  return { kinds: found.map(([kind]) => kind), detail: found.map(([, sentence]) => sentence).join(" ") };
}

type Found = [DriftKind, string];

/** Whoever was planned was enabled then, or of a status that nobody knows. */
function statusDrift(now: KnownEndpoint): Found[] {
  const status = endpointStatus(now);
  if (status === deleted) return [["deleted", "It was enabled and is deleted now."]];
  if (status !== undefined && status !== enabled) return [["disabled", "It was enabled and is disabled now."]];
  return [];
}

function simDrift(before: KnownEndpoint | undefined, now: KnownEndpoint): Found[] {
  if (before === undefined) return [];
  for (const field of ["iccid", "sim.id"]) {
    const [old, value] = [endpointField(before, field), endpointField(now, field)];
    if (old !== value) return [["sim-swapped", said("The SIM", old, value)]];
  }
  return [];
}

/** A value stands in the text as it is: where the text does not have it, the text would be another one. */
function textDrift(
  before: KnownEndpoint | undefined,
  now: KnownEndpoint,
  fields: readonly string[],
  text: string,
): Found[] {
  for (const field of fields) {
    const [old, value] = [before && endpointField(before, field), endpointField(now, field)];
    const differs = before === undefined ? value !== undefined && !text.includes(value) : old !== value;
    if (differs) return [["text-differs", `The text would differ: ${said(`"${field}"`, old, value)}`]];
  }
  return [];
}

function said(what: string, old: string | undefined, value: string | undefined): string {
  const then = old === undefined ? "" : ` was ${old}`;
  if (value === undefined) return `${what}${then === "" ? "" : `${then} and`} is missing now.`;
  return `${what}${then === "" ? "" : `${then} and`} is ${value} now.`;
}
