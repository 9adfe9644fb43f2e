/** Formats a connection test for display, and as text to send to network support. */
import { formatText, t } from "#shared/texts/text.ts";
import type { HopResult } from "#shared/contract/diagnostics.ts";
import { hopNames } from "#shared/rules/hop-names.ts";

export interface TestResult {
  readonly works: boolean;
  readonly hops: readonly HopResult[];
}

/** The summary: the failing hop, else the hop with a warning, else success. */
export function verdictOf({ works, hops }: TestResult): string {
  const failed = hops.find(({ result }) => result === "failed");
  if (failed !== undefined)
    return t(($) => $.connections.test.verdict.failed, {
      step: hopNames[failed.hop],
      message: formatText(failed.message),
    });
  const warned = hops.find(({ result }) => result === "warning");
  if (warned !== undefined)
    return t(($) => $.connections.test.verdict.warning, {
      step: hopNames[warned.hop],
      message: formatText(warned.message),
    });
  if (!works) return t(($) => $.connections.test.verdict.incomplete);
  return hops.some(({ hop, result }) => hop === "sign-in" && result === "ok")
    ? t(($) => $.connections.test.verdict.ok)
    : t(($) => $.connections.test.verdict.noSignIn);
}

/** "4 ms", "1.2 s"; empty if nothing was measured. */
export function durationText(tookMs: number | undefined): string {
  if (tookMs === undefined) return "";
  if (tookMs < 1) return t(($) => $.connections.test.took.underOne);
  return tookMs < 1000
    ? t(($) => $.connections.test.took.ms, { ms: Math.round(tookMs) })
    : t(($) => $.connections.test.took.seconds, { seconds: tookMs / 1000 });
}

/** The whole test as text; contains only what the window shows, and therefore no secret. */
export function reportOf(baseUrl: string, result: TestResult, at: number): string {
  const lines = result.hops.map(({ hop, result: outcome, code, message, tookMs }) => {
    const facts = [outcome, code, durationText(tookMs)].filter((fact) => fact !== undefined && fact !== "");
    return `${hopNames[hop]} [${facts.join(", ")}]: ${formatText(message)}`;
  });
  return [
    t(($) => $.connections.test.report.title, { baseUrl, time: new Date(at).toISOString() }),
    verdictOf(result),
    "",
    ...lines,
    "",
  ].join("\n");
}
