/** The diagnostics page of the treaty: what is wrong between here and the service, and what program this is. */
import type { diagnostics } from "#contract/diagnostics.ts";
import type { Handlers } from "#contract/kit.ts";
import type { About } from "../../hosts.ts";

type Page = Handlers<typeof diagnostics>;

export interface DiagnosticsParts {
  readonly about: About;
  readonly dataDir: string;
  readonly testConnection: Page["testConnection"];
}

export function createDiagnosticsHandlers({ about, dataDir, testConnection }: DiagnosticsParts): Page {
  return { testConnection, about: () => Promise.resolve({ ...about, dataDir }) };
}
