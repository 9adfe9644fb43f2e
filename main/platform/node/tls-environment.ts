/** Environment variables that change TLS trust in other Node programs, and not in this one. */
import type { Log } from "../../core/hosts.ts";

/** Logs ignored variables once, at the start. `readsExtraFile`: this runtime reads NODE_EXTRA_CA_CERTS; a packaged app does not. */
export function reportTlsEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  { log, readsExtraFile }: { readonly log: Log; readonly readsExtraFile: boolean },
): void {
  if (variables["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    log.warn("tls.check-not-disabled", { variable: "NODE_TLS_REJECT_UNAUTHORIZED" });
  }
  if (!readsExtraFile && (variables["NODE_EXTRA_CA_CERTS"] ?? "") !== "") {
    log.warn("tls.extra-file-ignored", { variable: "NODE_EXTRA_CA_CERTS" });
  }
}
