/**
 * Handlers of the diagnostics contract, except for the test of an entered connection: checks, report and log.
 *
 * The checks are of the program, its data and the connection to the service. Invariants: nothing is stored or changed; each check has one
 * result, and a check that could not be made says why; all of them end within the time limits of the connection test and of the integrity check.
 */
import {
  type diagnostics,
  type Check,
  type CheckId,
  checkIdSchema,
  type Hop,
  type HopResult,
} from "#shared/contract/diagnostics.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import { type AppError, isAppError, toFailure } from "#shared/failure.ts";
import { writeFileAtomically } from "../../../core/files/atomic-file.ts";
import { dayOf } from "../../../core/files/export-file.ts";
import type { Files, About, Clock, SelectableKeychain } from "../../../core/hosts.ts";
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

/** The network path to the service of a connection. */
export interface ServicePath {
  test(signal: AbortSignal): Promise<{ readonly hops: readonly HopResult[]; readonly clockOffsetMs?: number }>;
  /** Undefined where the options of the connection are unknown. */
  governor(): Promise<GovernorView | undefined>;
}

export interface CheckDeps {
  readonly clock: Clock;
  readonly about: About;
  readonly dataDir: string;
  readonly keychain: Pick<SelectableKeychain, "status">;
  readonly database: {
    /** Absolute path; the file may be missing. */
    readonly file: string;
    facts(): Promise<{ sqlite: string; schema: number; bytes: number; freeBytes: number }>;
    /** Undefined when the file is sound. */
    check(signal: AbortSignal): Promise<AppError | undefined>;
  };
  /** Why nothing can be written. */
  readonly readOnly: AppError | undefined;
  /** Undefined without a connection. Throws `connection-unknown`. */
  readonly servicePath: (connection: string | undefined) => Promise<ServicePath | undefined>;
}

type Result = Omit<Check, "id">;

const integrityLimitMs = 30_000;
const megabyte = 1_000_000;
const lowSpaceMb = 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** Times of events and records are shown to the second; a difference up to this is invisible. */
const clockToleranceMs = 30_000;

export async function runChecks(
  deps: CheckDeps,
  { connection, network }: { readonly connection?: string; readonly network: boolean },
  signal: AbortSignal,
): Promise<Check[]> {
  const servicePath = await deps.servicePath(connection);
  const [local, remote] = await Promise.all([checkComputer(deps, signal), checkService(servicePath, network, signal)]);
  const results: Readonly<Record<CheckId, Result>> = { ...local, ...remote };
  return checkIdSchema.options.map((id) => ({ id, ...results[id] }));
}

async function checkComputer(
  deps: CheckDeps,
  signal: AbortSignal,
): Promise<Record<Exclude<CheckId, ServiceCheck>, Result>> {
  const [database, dataDirectory, integrity, keychain, log] = await Promise.all([
    attempt(() => checkDatabase(deps)),
    attempt(() => checkDataDirectory(deps)),
    attempt(() => checkIntegrity(deps, signal)),
    attempt(() => checkKeychain(deps)),
    attempt(() => checkLog(deps)),
  ]);
  signal.throwIfAborted();
  const { version, runtime, platform } = deps.about;
  const program = ok(codedText("check-program", { version, runtime, platform }));
  return { program, "data-directory": dataDirectory, database, integrity, keychain, log };
}

/** What a check throws is its result: the others are still made. */
async function attempt(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    const { code, text } = toFailure(error);
    return { result: "problem", code, message: text };
  }
}

async function checkDataDirectory({ dataDir, readOnly, database }: CheckDeps): Promise<Result> {
  if (readOnly !== undefined) return { result: "problem", code: readOnly.code, message: readOnly.text };
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / megabyte);
  const needed = Math.ceil((statSync(database.file, { throwIfNoEntry: false })?.size ?? 0) / megabyte);
  if (free >= Math.max(lowSpaceMb, 2 * needed)) return ok(codedText("check-space", { free }));
  return { result: "warning", code: "disk-space-low", message: codedText("check-space-low", { free, needed }) };
}

async function checkDatabase({ database }: CheckDeps): Promise<Result> {
  const { sqlite, schema, bytes, freeBytes } = await database.facts();
  const [size, reusable] = [bytes, freeBytes].map((one) => Math.round((10 * one) / megabyte) / 10) as [number, number];
  return ok(codedText("check-database", { schema, sqlite, size, reusable }));
}

async function checkIntegrity({ clock, database }: CheckDeps, signal: AbortSignal): Promise<Result> {
  const late = new AbortController();
  const cancel = clock.after(integrityLimitMs, () => late.abort());
  try {
    const error = await database.check(AbortSignal.any([signal, late.signal]));
    if (error === undefined) return ok(codedText("check-integrity"));
    // Only damage is a finding about the file.
    const result = error.code === "database-corrupt" ? "problem" : "not-checked";
    return { result, code: error.code, message: error.text };
  } catch (error) {
    if (!late.signal.aborted) throw error;
    const message = codedText("check-integrity-late", { seconds: integrityLimitMs / 1000 });
    return { result: "not-checked", code: "timeout", message };
  } finally {
    cancel();
  }
}

async function checkKeychain({ keychain }: CheckDeps): Promise<Result> {
  const { state, protection, systemProblem } = await keychain.status();
  if (state === "locked") {
    return { result: "problem", code: "keychain-locked", message: codedText("check-keychain-locked") };
  }
  if (state === "undecided" || protection === undefined) {
    const message = systemProblem ?? codedText("check-keychain-undecided");
    return { result: "problem", code: "keychain-undecided", message };
  }
  if (protection === "memory") {
    return { result: "warning", code: "keychain-memory", message: codedText("check-keychain-memory") };
  }
  return ok(codedText(protection === "system" ? "check-keychain-system" : "check-keychain-file"));
}

async function checkLog({ about, clock }: CheckDeps): Promise<Result> {
  const entries = await readLog(about.logFile, "error", 1000);
  if (entries === undefined) {
    return { result: "not-checked", code: "no-log", message: codedText("check-log-missing") };
  }
  const recent = entries.filter(({ at }) => at > clock.now() - dayMs);
  const [last] = recent;
  if (last === undefined) return ok(codedText("check-log"));
  const message = codedText("check-log-errors", { count: recent.length, event: last.event });
  return { result: "warning", code: "errors-logged", message };
}

const serviceChecks = ["proxy", "certificate", "service", "clock", "session", "dialect", "rate-limit"] as const;
type ServiceCheck = (typeof serviceChecks)[number];
type ServiceResults = Record<ServiceCheck, Result>;

/** The hops of the connection test that a check covers: the finding of the last one is shown when none failed. */
const hopsOf = {
  proxy: ["proxy"],
  certificate: ["certificate"],
  service: ["address", "name", "tcp", "first-call", "http"],
  session: ["sign-in"],
  dialect: ["separator"],
} as const satisfies Partial<Record<ServiceCheck, readonly Hop[]>>;

async function checkService(
  path: ServicePath | undefined,
  network: boolean,
  signal: AbortSignal,
): Promise<ServiceResults> {
  if (path === undefined) return noneOf("no-connection", codedText("check-without-connection"));
  if (!network) return noneOf("network-excluded", codedText("check-without-network"));
  try {
    const { hops, clockOffsetMs } = await path.test(signal);
    const offline = hops.find(({ code }) => code === "offline");
    if (offline !== undefined) return noneOf("offline", offline.message);
    const byHop = (id: keyof typeof hopsOf): Result =>
      resultOf(hopsOf[id].flatMap((own: Hop) => hops.filter(({ hop }) => hop === own)));
    const service = byHop("service");
    return {
      proxy: byHop("proxy"),
      certificate: byHop("certificate"),
      service,
      clock: service.result === "not-checked" ? service : clockResult(clockOffsetMs),
      session: byHop("session"),
      dialect: byHop("dialect"),
      "rate-limit": rateLimitResult(await path.governor()),
    };
  } catch (error) {
    if (signal.aborted || !isAppError(error)) throw error;
    return noneOf(error.code, error.text);
  }
}

function noneOf(code: string, message: CodedText): ServiceResults {
  const none = { result: "not-checked", code, message } as const;
  return Object.fromEntries(serviceChecks.map((id) => [id, none])) as ServiceResults;
}

/** The worst of the hops, else the last that was tested. */
function resultOf(hops: readonly HopResult[]): Result {
  const worst =
    hops.find(({ result }) => result === "failed") ??
    hops.find(({ result }) => result === "warning") ??
    hops.findLast(({ result }) => result === "ok") ??
    hops.at(-1);
  if (worst === undefined) throw new Error("A check covers no hop of the connection test.");
  const { result, code, message } = worst;
  if (result === "ok") return ok(message);
  if (result === "skipped") return { result: "not-checked", code: "skipped", message };
  return { result: result === "failed" ? "problem" : "warning", code, message };
}

function clockResult(offsetMs: number | undefined): Result {
  if (offsetMs === undefined) {
    return { result: "not-checked", code: "no-service-time", message: codedText("check-clock-unknown") };
  }
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (Math.abs(offsetMs) <= clockToleranceMs) return ok(codedText("check-clock", { seconds }));
  const message = codedText(offsetMs > 0 ? "check-clock-behind" : "check-clock-ahead", { seconds });
  return { result: "warning", code: "clock-off", message };
}

function rateLimitResult(view: GovernorView | undefined): Result {
  if (view === undefined)
    return { result: "not-checked", code: "skipped", message: codedText("check-without-database") };
  const { waitingMs, limitedBy } = view;
  if (waitingMs <= 0) return ok(codedText("check-rate-limit"));
  const params = { seconds: Math.ceil(waitingMs / 1000) };
  const message = codedText(
    limitedBy === "service" ? "check-rate-limited-by-service" : "check-rate-limited-by-option",
    params,
  );
  return { result: "warning", code: "rate-limited", message };
}

function ok(message: CodedText): Result {
  return { result: "ok", message };
}
