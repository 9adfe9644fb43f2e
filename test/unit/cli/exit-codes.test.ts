import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { contract } from "#shared/contract/index.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { endingOf } from "../../../main/cli/features/campaigns/run.ts";
import { exitCodeOf, exitCodeTable } from "../../../main/cli/exit-codes.ts";
import { helpCommands } from "../../../main/cli/help-commands.ts";

test.each([
  ["invalid-usage", 2],
  ["invalid-input", 2],
  ["filter-invalid", 2],
  ["sort-invalid", 2],
  ["invalid-url", 2],
  ["csv-malformed", 2],
  ["suppression-damaged", 2],
  ["sign-in-required", 3],
  ["sign-in-refused", 3],
  ["no-connection", 3],
  ["unknown", 4],
  ["cancel-unknown", 4],
  ["rejected", 4],
  ["sync-incomplete", 4],
  ["owner-gone", 4],
  ["created", 0],
  ["confirmation-needed", 5],
  ["file-exists", 5],
  ["unsettled", 5],
  ["aborted", 130],
  ["data-dir-in-use", 1],
  ["anything-else", 1],
])("maps %s to exit code %d", (code, exit) => {
  expect(exitCodeOf(code)).toBe(exit);
});

test("lists every outcome of a change", () => {
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

test("the help of exit-codes fits a terminal of 80 columns", () => {
  const help = helpCommands.find(({ path }) => path === "exit-codes")?.help ?? "";
  expect(help).toContain("invalid-usage");
  expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("maps each code to one exit code", () => {
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
  ["finished with all recipients accepted", status({}), 0],
  ["finished with a rejected recipient", status({}, { refused: 1 }), 4],
  [
    "cancelled by the user",
    status({ state: "cancelled", message: codedText("cancelled-by-person") }, { cancelled: 3 }),
    0,
  ],
  [
    "cancelled at its expiry",
    status({ state: "cancelled", message: codedText("expiry-reached") }, { cancelled: 3 }),
    4,
  ],
  ["paused by the user", status({ state: "paused", reason: "user" }), 0],
  [
    "paused for a decision about unknown recipients",
    status({ state: "paused", reason: "unknown-recipients" }, { unknown: 1 }),
    4,
  ],
  ["paused for a sign-in", status({ state: "paused", reason: "needs-sign-in" }), 3],
  ["paused for a decision about a gate", status({ state: "paused", reason: "canary-gate" }), 5],
  ["paused for a decision about the daily budget", status({ state: "paused", reason: "budget" }), 5],
  ["paused for a decision about unverified recipients", status({ state: "paused", reason: "unverified-copy" }), 5],
  ["paused without its data directory", status({ state: "paused", reason: "data-dir-gone" }), 1],
  ["paused by its stop rule", status({ state: "paused", reason: "errors" }), 1],
])("maps the end of a run to an exit code: %s", (_case, finalStatus, exit) => {
  expect(exitCodeOf(endingOf(finalStatus).code)).toBe(exit);
});

test("reports as an error why the schedule cancelled a campaign", () => {
  const message = codedText("expired-before-start");
  const ended = endingOf(status({ state: "cancelled", message }, { accepted: 0, cancelled: 9 }));
  expect(ended).toEqual({ code: "incomplete", message: formatText(message) });
});

test("reports the reason of an automatic pause as an error", () => {
  const ended = endingOf(
    status({
      state: "paused",
      reason: "errors",
      message: codedText("earlier-sentence", { sentence: "10 refusals in a row." }),
    }),
  );
  expect(ended).toEqual({ code: "paused-errors", message: "10 refusals in a row." });
});
