/** Decides about one row from its matching endpoints. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { type CachedEndpoint, endpointStatus } from "#shared/rules/endpoint-fields.ts";
import { endsRounded } from "#shared/rules/identifier.ts";
import { faultOf, type Meaning } from "#shared/rules/read-value.ts";
import type { ExcludedRow, PlannedRow, Suppression } from "./plan.ts";
import { countSegments } from "#shared/rules/segments.ts";
import { namesEndpoint, suppressesEndpoint, type NamedByList } from "./suppression.ts";
import { renderTemplate, type CompiledTemplate } from "#shared/rules/template.ts";

/** A row with a readable identifier; `picked` are the values that its text needs. */
export interface Candidate {
  readonly row: number;
  readonly identifier: string;
  /** Possible readings of the identifier, at least one; several where no column specifies the kind. */
  readonly meanings: readonly Meaning[];
  readonly picked: readonly string[];
}

export interface VerdictRules {
  readonly template: CompiledTemplate;
  readonly maxSegments: number;
  readonly suppression: Suppression | undefined;
  /** Removals by later steps of the audience. */
  readonly removals?: readonly Removal[];
  /** Called with the endpoint of every row that may be sent to. */
  readonly onMatch?: (row: number, endpoint: CachedEndpoint) => void;
}

/** One step that removes: the endpoints it names, and a label for the step. */
export interface Removal {
  readonly named: NamedByList;
  /** "step 2: the audience North". */
  readonly label: CodedText;
}

/** Service status of an endpoint (docs/service-facts.md#endpoint). */
const enabled = 0;
const deleted = 2;

/** The planned row for the endpoints that match a candidate; there is at least one. */
export function classifyMatch(
  rules: VerdictRules,
  candidate: Candidate,
  endpoints: readonly CachedEndpoint[],
): PlannedRow {
  const { row, identifier } = candidate;
  const endpoint = singleEndpoint(endpoints);
  if (endpoint === undefined) {
    const ids = distinct(endpoints).map(({ id }) => id);
    return {
      row,
      identifier,
      excluded: "ambiguous",
      detail: codedText("names-several", { endpoints: ids.length, ids: ids.slice(0, 5).join(", ") }),
    };
  }
  const about = { row, identifier: identifier, endpointId: endpoint.id };
  const status = endpointStatus(endpoint);
  if (status === deleted) return { ...about, excluded: "deleted" };
  if (status !== undefined && status !== enabled) return { ...about, excluded: "disabled" };
  if (suppressesEndpoint(rules.suppression, endpoint)) return { ...about, excluded: "suppressed" };
  const removal = rules.removals?.find(({ named }) => namesEndpoint(named, endpoint));
  if (removal !== undefined) return { ...about, excluded: "removed", detail: removal.label };
  const rendered = renderTemplate(rules.template, candidate.picked, endpoint);
  if (rendered.kind === "missing")
    return {
      ...about,
      excluded: "missing-variable",
      detail: codedText("missing-variable", { variable: rendered.variable }),
    };
  const { segments, segmentsExact } = countSegments(rendered.text);
  if (segments > rules.maxSegments) {
    const code = segmentsExact ? "too-long" : "too-long-up-to";
    return { ...about, excluded: "text-too-long", detail: codedText(code, { segments, limit: rules.maxSegments }) };
  }
  rules.onMatch?.(row, endpoint);
  return { ...about, text: rendered.text, segments };
}

/** The planned row of a candidate without a match; `lookupFailure` is the reason where the service was not reachable. */
export function classifyMissing(
  { row, identifier, meanings }: Candidate,
  lookupFailure: CodedText | undefined,
): ExcludedRow {
  if (faultOf(meanings)?.verdict === "bad-check-digit") {
    return { row, identifier, excluded: "check-digit", detail: codedText("check-digit-wrong") };
  }
  const detail =
    lookupFailure === undefined
      ? codedText("endpoint-not-found")
      : codedText("endpoint-not-looked-up", { failure: lookupFailure });
  const rounded = meanings.some(({ value }) => endsRounded(value));
  return { row, identifier, excluded: "unresolved", detail: rounded ? codedText("ends-rounded", { detail }) : detail };
}

/** The matching endpoint: the only one, or the only one that is not deleted. */
function singleEndpoint(endpoints: readonly CachedEndpoint[]): CachedEndpoint | undefined {
  const all = distinct(endpoints);
  if (all.length === 1) return all[0];
  const alive = all.filter((endpoint) => endpointStatus(endpoint) !== deleted);
  return alive.length === 1 ? alive[0] : undefined;
}

function distinct(endpoints: readonly CachedEndpoint[]): readonly CachedEndpoint[] {
  return [...new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])).values()];
}
