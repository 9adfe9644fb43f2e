/** Handlers of the diagnostics contract, except for the test of an entered connection: checks, report and log. */
import type { diagnostics } from "#shared/contract/diagnostics.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { writeFileAtomically } from "../../../core/files/atomic-file.ts";
import { dayOf } from "../../../core/files/export-file.ts";
import type { Files } from "../../../core/hosts.ts";
import { type CheckDeps, runChecks } from "./checks.ts";
import { readLog } from "./read-log.ts";
import { writeReport } from "./report.ts";

export interface DiagnosticsDeps extends CheckDeps {
  readonly files: Pick<Files, "saveAs">;
  /** Of connections, organisations and users, also deleted ones; undefined where they cannot be read. */
  readonly names: () => Promise<readonly string[] | undefined>;
}

const reportLines = 300;

export function createDiagnostics(deps: DiagnosticsDeps): Omit<Handlers<typeof diagnostics>, "testConnection"> {
  const { about, dataDir, clock, files, names } = deps;
  const report = async (
    { identifiers, ...input }: { connection?: string; network: boolean; identifiers: boolean },
    signal: AbortSignal,
  ): Promise<string> => {
    const [checks, log] = await Promise.all([
      runChecks(deps, input, signal),
      readLog(about.logFile, "warn", reportLines),
    ]);
    return writeReport({ at: clock.now(), checks, log: log ?? [], identifiers, names: await names(), dataDir });
  };
  return {
    about: () => Promise.resolve({ ...about, dataDir, certificates: [...(about.certificates ?? [])] }),
    run: async (input, { signal }) => ({ at: clock.now(), checks: await runChecks(deps, input, signal) }),
    report: async (input, { signal }) => ({ text: await report(input, signal) }),
    saveReport: async (input, { signal }) => {
      const file = await files.saveAs({ name: `fleetdesk-diagnostics-${dayOf(clock.now())}.json`, extension: "json" });
      if (file === undefined) return { outcome: "cancelled" };
      await writeFileAtomically(file, [await report(input, signal)]);
      return { outcome: "written", file };
    },
    log: async ({ level, limit }) => ({
      entries: ((await readLog(about.logFile, level, limit)) ?? []).map(({ fields, ...entry }) => ({
        ...entry,
        details: Object.keys(fields).length === 0 ? undefined : JSON.stringify(fields),
      })),
    }),
  };
}
