/** Test endpoints: resolves any identifier, and formats unique labels. */
import { formatText, t } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { ExaminedRow } from "#shared/contract/fleet/doctor.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { CallFailure } from "../../../lib/fleet.ts";

export interface TestEndpoint {
  readonly id: string;
  readonly name?: string;
}

/** "meter-17 · 70017". */
export function endpointLabel({ id, name }: TestEndpoint): string {
  return name === undefined || name === id ? id : `${name} · ${id}`;
}

/** The endpoint of a label; undefined for typed text. */
function endpointOfLabel(text: string): TestEndpoint | undefined {
  const [, name, id] = / · \d+$/.test(text) ? (/^(.*) · (\d+)$/s.exec(text) ?? []) : [];
  return id === undefined ? undefined : { id, name };
}

/**
 * Looks up typed ids, names, ICCIDs, IMSIs, MSISDNs and IMEIs in the cache. Each endpoint once, in the order typed. Throws a failure that
 * names the reason for each text without exactly one match.
 */
export async function resolveTests(
  doctor: Pick<FleetClient["doctor"], "examine">,
  scope: { readonly connection?: string },
  texts: readonly string[],
): Promise<readonly TestEndpoint[]> {
  const results = await Promise.all(
    texts.map(async (text) => {
      const endpoint = endpointOfLabel(text);
      if (endpoint !== undefined) return { endpoint: endpoint };
      const [row] = (await doctor.examine({ ...scope, text })).rows;
      return row?.endpoint === undefined ? { problem: problemOf(text, row) } : { endpoint: row.endpoint };
    }),
  );
  const problems = results.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  if (problems.length > 0)
    throw new CallFailure({
      code: "endpoint-unknown",
      text: codedText("test-endpoints-unknown", { problems: problems.join(" ") }),
    });
  const endpoints = results.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [endpoint]));
  return [...new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])).values()];
}

/** Why a text matches no endpoint. */
function problemOf(input: string, row: ExaminedRow | undefined): string {
  if (row?.detail === undefined) return t(($) => $.planning.test.endpointUnknown, { input });
  const detail = formatText(row.detail);
  return row.verdict === "ambiguous"
    ? t(($) => $.planning.test.endpointAmbiguous, { input, detail })
    : t(($) => $.planning.test.endpointProblem, { input, detail });
}
