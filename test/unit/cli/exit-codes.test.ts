import { expect, test } from "vitest";
import { contract } from "#contract/index.ts";
import type { CampaignStatus } from "#contract/campaign-schemas.ts";
import { endingOf } from "../../../main/cli/campaign-run.ts";
import { exitCodeOf, exitCodeTable } from "../../../main/cli/exit-codes.ts";

test.each([
  ["invalid-usage", 2],
  ["invalid-input", 2],
  ["filter-invalid", 2],
  ["sort-invalid", 2],
  ["invalid-url", 2],
  ["sign-in-required", 3],
  ["sign-in-refused", 3],
  ["no-connection", 3],
  ["unknown", 4],
  ["cancel-unknown", 4],
  ["rejected", 4],
  ["sync-incomplete", 4],
  ["created", 0],
  ["confirmation-needed", 5],
  ["file-exists", 5],
  ["unsettled", 5],
  ["aborted", 130],
  ["data-dir-in-use", 1],
  ["anything-else", 1],
])("the code %s leads to %d", (code, exit) => {
  expect(exitCodeOf(code)).toBe(exit);
});

test("every outcome of a change is listed", () => {
  const { dns, profiles, streams, quotas } = contract;
  const changes = [
    dns.operations.create,
    dns.operations.attach,
    profiles.operations.create,
    profiles.operations.setCallback,
    profiles.operations.update,
    streams.operations.create,
    streams.operations.createCallback,
    quotas.operations.change,
  ];
  const outcomes = changes.flatMap(({ output }) => [...output.shape.outcome.options] as string[]);
  const listed = exitCodeTable.flatMap(({ codes }) => codes);
  expect(outcomes.filter((outcome) => !listed.includes(outcome))).toEqual([]);
});

test("a code leads to one exit code", () => {
  const listed = exitCodeTable.flatMap(({ codes }) => codes);
  expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
});

const status = (fields: Partial<CampaignStatus>, counts: Partial<CampaignStatus["counts"]> = {}): CampaignStatus => ({
  campaignId: "1",
  name: "a",
  connection: "a",
  state: "finished",
  counts: {
    planned: 9,
    excluded: 0,
    pending: 0,
    sending: 0,
    accepted: 9,
    refused: 0,
    unknown: 0,
    cancelled: 0,
    ...counts,
  },
  matchedByText: 0,
  delivery: {},
  replies: {},
  watching: false,
  concurrency: 8,
  createdAt: 0,
  ...fields,
});

test.each([
  ["finished with everyone accepted", status({}), 0],
  ["finished with someone refused", status({}, { refused: 1 }), 4],
  ["cancelled by a person", status({ state: "cancelled" }, { cancelled: 3 }), 0],
  ["paused by a person", status({ state: "paused", reason: "user" }), 0],
  [
    "waiting for a decision about unknown recipients",
    status({ state: "paused", reason: "unknown-recipients" }, { unknown: 1 }),
    4,
  ],
  ["waiting for a sign-in", status({ state: "paused", reason: "needs-sign-in" }), 3],
  ["waiting for a decision about a gate", status({ state: "paused", reason: "canary-gate" }), 5],
  ["waiting for a decision about the daily budget", status({ state: "paused", reason: "budget" }), 5],
  ["waiting for a decision about unverified recipients", status({ state: "paused", reason: "unverified-copy" }), 5],
  ["stopped without its data directory", status({ state: "paused", reason: "data-dir-gone" }), 1],
  ["stopped by its own rule", status({ state: "paused", reason: "errors" }), 1],
])("a run that ended %s", (_case, finalStatus, exit) => {
  expect(exitCodeOf(endingOf(finalStatus).code)).toBe(exit);
});

test("a run that stopped itself says why, as an error", () => {
  const ended = endingOf(status({ state: "paused", reason: "errors", message: "10 refusals in a row." }));
  expect(ended).toEqual({ code: "paused-errors", message: "10 refusals in a row." });
});
