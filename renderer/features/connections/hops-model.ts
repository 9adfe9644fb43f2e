/** A connection test as a person reads it, and as text to send to whoever looks after the network. */
import type { Hop, HopResult } from "#contract/diagnostics.ts";

/** The hops in their order. */
export const hopNames: Readonly<Record<Hop, string>> = {
  address: "Address",
  proxy: "Proxy",
  name: "Name",
  tcp: "Connection (TCP)",
  certificate: "Certificate (TLS)",
  http: "Answer (HTTP)",
  "sign-in": "Sign-in",
  separator: "Authorization header",
  "first-call": "First call",
};

export interface TestResult {
  readonly works: boolean;
  readonly hops: readonly HopResult[];
}

export const resultWords: Readonly<Record<HopResult["result"], string>> = {
  ok: "works",
  warning: "works, but",
  failed: "fails here",
  skipped: "not tried",
};

/** What decides: the hop that fails, else the one to know of, else that all is well. */
export function verdictOf({ works, hops }: TestResult): string {
  const failed = hops.find(({ result }) => result === "failed");
  if (failed !== undefined) return `${hopNames[failed.hop]} fails: ${failed.message}`;
  const warned = hops.find(({ result }) => result === "warning");
  if (warned !== undefined) return `The way to the service works. ${hopNames[warned.hop]}: ${warned.message}`;
  if (!works) return "The test did not get as far as the service.";
  return hops.some(({ hop, result }) => hop === "sign-in" && result === "ok")
    ? "The way to the service and the sign-in work."
    : "The way to the service works; signing in was not tried.";
}

/** "4 ms", "1.2 s"; nothing where nothing was measured. */
export function tookOf(tookMs: number | undefined): string {
  if (tookMs === undefined) return "";
  if (tookMs < 1) return "under 1 ms";
  return tookMs < 1000 ? `${Math.round(tookMs)} ms` : `${(tookMs / 1000).toFixed(1)} s`;
}

/** The whole test as text; it holds what the window shows and so no secret. */
export function reportOf(baseUrl: string, result: TestResult, at: number): string {
  const lines = result.hops.map(({ hop, result: outcome, code, message, tookMs }) => {
    const facts = [outcome, code, tookOf(tookMs)].filter((fact) => fact !== undefined && fact !== "");
    return `${hopNames[hop]} [${facts.join(", ")}]: ${message}`;
  });
  return [`Connection test of ${baseUrl}, ${new Date(at).toISOString()}`, verdictOf(result), "", ...lines, ""].join(
    "\n",
  );
}
