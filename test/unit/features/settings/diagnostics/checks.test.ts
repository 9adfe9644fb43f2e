/** Checks of a computer and of a service whose state the test chooses. */
import { codedText } from "#shared/texts/coded-text.ts";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckId, HopResult } from "#shared/contract/diagnostics.ts";
import { AppError } from "#shared/failure.ts";
import {
  type CheckDeps,
  runChecks,
  type ServicePath,
} from "../../../../../main/features/settings/diagnostics/diagnostics.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";

const idle = { connection: "office", ceiling: "none", waitingMs: 0 } as const;
const okHops = (
  ["address", "proxy", "name", "tcp", "certificate", "http", "sign-in", "separator", "first-call"] as const
).map((hop): HopResult => ({ hop, result: "ok", message: codedText("test-http-ok") }));

const working: CheckDeps = {
  clock: createFakeClock(),
  about: { version: "1.0.0", platform: "linux", runtime: "Node 24", logFile: "" },
  dataDir: tmpdir(),
  keychain: { status: () => Promise.resolve({ state: "ready", protection: "system" }) },
  database: {
    file: join(tmpdir(), "none.db"),
    facts: () => Promise.resolve({ sqlite: "3.53", schema: 390, bytes: 0, freeBytes: 0 }),
    check: () => Promise.resolve(undefined),
  },
  readOnly: undefined,
  servicePath: () => Promise.resolve(undefined),
};

/** "result code" of one check; the code where there is one. */
async function resultOf(id: CheckId, deps: Partial<CheckDeps>): Promise<string> {
  const checks = await runChecks({ ...working, ...deps }, { network: true }, new AbortController().signal);
  const { result, code } = checks.find((check) => check.id === id) ?? {};
  return [result, code].filter((word) => word !== undefined).join(" ");
}

const over = (path: Partial<Awaited<ReturnType<ServicePath["test"]>>>, governor = {}): Partial<CheckDeps> => ({
  servicePath: () =>
    Promise.resolve({
      test: () => Promise.resolve({ hops: okHops, ...path }),
      governor: () => Promise.resolve({ ...idle, ...governor }),
    }),
});

test.each([
  [undefined, "not-checked no-service-time"],
  [-2000, "ok"],
  [300_000, "warning clock-off"],
  [-300_000, "warning clock-off"],
])("a clock of the service that differs by %s ms is: %s", async (clockOffsetMs, expected) => {
  expect(await resultOf("clock", over({ clockOffsetMs }))).toBe(expected);
});

test("a failed hop is a problem of its check, and what was skipped after it was not checked", async () => {
  const message = codedText("test-skipped");
  const hops = okHops.map((one): HopResult => {
    if (one.hop === "tcp") return { ...one, result: "failed", code: "connection-refused" };
    return okHops.indexOf(one) > 3 ? { hop: one.hop, result: "skipped", message } : one;
  });
  expect(await resultOf("service", over({ hops }))).toBe("problem connection-refused");
  expect(await resultOf("session", over({ hops }))).toBe("not-checked skipped");
  expect(await resultOf("proxy", over({ hops }))).toBe("ok");
});

test("without a network no check of the service was made", async () => {
  const hops = okHops.map((one): HopResult =>
    one.hop === "proxy" ? { ...one, result: "failed", code: "offline" } : one,
  );
  for (const id of ["proxy", "service", "rate-limit"] as const)
    expect(await resultOf(id, over({ hops }))).toBe("not-checked offline");
});

test("a delayed request is a warning", async () => {
  expect(await resultOf("rate-limit", over({}, { waitingMs: 1500, limitedBy: "service" }))).toBe(
    "warning rate-limited",
  );
});

test.each([
  [{ state: "ready", protection: "file" }, "ok"],
  [{ state: "ready", protection: "memory" }, "warning keychain-memory"],
  [{ state: "locked", protection: "file" }, "problem keychain-locked"],
  [{ state: "undecided" }, "problem keychain-undecided"],
] as const)("the keychain %o is: %s", async (status, expected) => {
  expect(await resultOf("keychain", { keychain: { status: () => Promise.resolve(status) } })).toBe(expected);
});

test("a disk that is full or read-only, and a check that throws, are problems; the others are still made", async () => {
  const readOnly = new AppError("disk-full", codedText("disk-full"));
  expect(await resultOf("data-directory", { readOnly })).toBe("problem disk-full");
  const database = { ...working.database, facts: () => Promise.reject(readOnly) };
  expect(await resultOf("database", { database })).toBe("problem disk-full");
  expect(await resultOf("integrity", { database })).toBe("ok");
});

test("an integrity check that takes too long is aborted and reported as not checked", async () => {
  const clock = createFakeClock();
  let aborted = false;
  const check = (signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        aborted = true;
        reject(signal.reason as Error);
      });
    });
  const result = resultOf("integrity", { clock, database: { ...working.database, check } });
  await clock.advance(30_000);
  expect(await result).toBe("not-checked timeout");
  expect(aborted).toBe(true);
});
