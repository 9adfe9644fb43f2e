/** What the commands of the audit share: which entries, and an entry as JSON. */
import type { AuditEntry } from "#contract/audit-words.ts";
import type { AuditQuestion } from "#contract/audit.ts";
import type { CliContext } from "./context.ts";
import { parseInstant } from "./option-values.ts";
import { iso } from "./output.ts";

export interface AuditOptions {
  readonly search?: string;
  readonly from?: string;
  readonly until?: string;
  readonly outcome?: AuditQuestion["outcome"];
  readonly kind?: AuditQuestion["kind"];
  readonly target?: string;
}

export function questionOfOptions(context: CliContext, options: AuditOptions): AuditQuestion {
  const { search, from, until, outcome, kind, target } = options;
  const [, targetKind, id = ""] = /^(?:([^:]+):)?(.+)$/.exec(target ?? "") ?? [];
  return {
    ...context.scope(),
    ...(search === undefined ? {} : { search }),
    ...(from === undefined ? {} : { from: parseInstant(from, "UTC") }),
    ...(until === undefined ? {} : { until: parseInstant(until, "UTC") }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(kind === undefined ? {} : { kind }),
    ...(id === "" ? {} : { target: { ...(targetKind === undefined ? {} : { kind: targetKind }), id } }),
  };
}

export function entryJson({ at, answer, settled, ...entry }: AuditEntry): Readonly<Record<string, unknown>> {
  return {
    at: iso(at),
    ...entry,
    answer: answer === undefined ? null : { ...answer, at: iso(answer.at) },
    settled: settled === undefined ? null : { ...settled, at: iso(settled.at) },
  };
}
