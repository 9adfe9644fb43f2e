import { t } from "#shared/texts/text.ts";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { unavailableReason } from "../../../../../../renderer/app/actions/action.ts";
import type * as RunAction from "../../../../../../renderer/app/actions/run-action.tsx";
import type * as Store from "../../../../../../renderer/app/store/store.ts";
import { queryClient, setCachedData } from "../../../../../../renderer/data/fleet-query.ts";
import type * as TestActions from "../../../../../../renderer/features/campaigns/wizard/test-actions.ts";
import { openData } from "../../../open-data.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { endpointLabel, resolveTests } from "../../../../../../renderer/features/campaigns/wizard/test-actions.ts";

afterEach(() => queryClient.clear());

let runAction: typeof RunAction.runAction;
let useFleetdesk: typeof Store.useFleetdesk;
let sendTestMessages: typeof TestActions.sendTestMessages;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ runAction } = await import("../../../../../../renderer/app/actions/run-action.tsx"));
  ({ useFleetdesk } = await import("../../../../../../renderer/app/store/store.ts"));
  ({ sendTestMessages } = await import("../../../../../../renderer/features/campaigns/wizard/test-actions.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

const texts = ["17", "18"].map((endpoint) => ({ endpoint, text: `GO ${endpoint}` }));

/** The messages of a test over "Acme", the calls that it makes, and their results. */
function stage(
  readOnly: boolean,
  answer: object = { ok: true, value: { outcome: "accepted", smsId: "5", segments: 1, segmentsExact: true } },
): {
  readonly target: TestActions.TestMessages;
  readonly sent: readonly unknown[];
  readonly results: readonly unknown[];
} {
  const sent: unknown[] = [];
  const results: unknown[] = [];
  openData((address, request) => {
    sent.push([address, request]);
    return Promise.resolve(answer);
  });
  const connections = [{ name: "Acme", current: true, options: { readOnly } }];
  setCachedData("connections.list", {}, { connections } as never);
  onTestFinished(() => useFleetdesk.setState({ pendingAction: undefined, runningActions: {} }));
  const onResult = (endpoint: string, result: unknown): void => void results.push([endpoint, result]);
  return { target: { connection: "Acme", from: "4911", expect: undefined, texts, onResult }, sent, results };
}

test("over a read-only connection no test is sent, and the reason is given", async () => {
  const { target, sent, results } = stage(true);
  expect(unavailableReason(sendTestMessages, target, useFleetdesk.getState())).toBe(
    t(($) => $.connections.environment.readOnlyHelp),
  );
  expect(await runAction(sendTestMessages, target)).toBe(false);
  expect(useFleetdesk.getState().pendingAction).toBeUndefined();
  expect([sent, results]).toEqual([[], []]);
});

test("messages are sent one after the other once they are confirmed, and the dialog closes at once", async () => {
  const { target, sent, results } = stage(false);
  await runAction(sendTestMessages, target);
  expect(sent).toEqual([]);
  const pending = useFleetdesk.getState().pendingAction;
  expect(pending?.confirmation()?.summary).toBe(t(($) => $.planning.test.question, { count: 2, from: "4911" }));
  const run = pending?.run({ number: undefined, option: false });
  expect(useFleetdesk.getState().pendingAction).toBeUndefined();
  await run;
  const sequence: unknown = expect.any(String);
  const message = { connection: "Acme", from: "4911", expect: undefined, sequence };
  expect(sent).toEqual(texts.map((text) => ["sms.send", { ...message, ...text }]));
  // Stopped together.
  expect(new Set(sent.map((call) => (call as [string, { sequence: string }])[1].sequence)).size).toBe(1);
  const accepted = { outcome: "accepted", message: undefined, smsId: "5" };
  expect(results).toEqual([
    ["17", "sending"],
    ["17", accepted],
    ["18", "sending"],
    ["18", accepted],
  ]);
});

test.each([
  { cause: "no answer", answer: { ok: true, value: { outcome: "unknown" } }, outcome: "unknown", sentCount: 1 },
  { cause: "a stop", answer: failure("not-sent"), outcome: "not-sent", sentCount: 1 },
  { cause: "a missing confirmation", answer: failure("confirmation-needed"), outcome: "not-sent", sentCount: 2 },
])("after $cause, $sentCount of two messages are sent", async ({ answer, outcome, sentCount }) => {
  const { target, sent, results } = stage(false, answer);
  await runAction(sendTestMessages, target);
  await useFleetdesk.getState().pendingAction?.run({ number: undefined, option: false });
  expect(sent).toHaveLength(sentCount);
  expect(results).toContainEqual(["17", expect.objectContaining({ outcome })]);
  expect(results.at(-1)).toEqual(["18", expect.objectContaining({ outcome: "not-sent" })]);
});

function failure(code: string): object {
  return { ok: false, failure: { code, text: { code: "message-not-sent", params: {} } } };
}

const cache: Readonly<Record<string, { readonly id: string; readonly name?: string }>> = {
  "meter 17": { id: "70017", name: "meter 17" },
  "8988303000000000017": { id: "70017", name: "meter 17" },
  "70001": { id: "70001" },
};
const doctor: Parameters<typeof resolveTests>[0] = {
  examine: ({ text }) => {
    const endpoint = cache[text];
    const row = {
      row: 1,
      identifier: text,
      verdict: "unknown",
      ...(endpoint === undefined ? {} : { endpoint }),
    } as const;
    return Promise.resolve({ rows: [row], counts: {}, emptyLines: 0, columns: [] } as never);
  },
};

test("resolves test endpoints by name, id or number, each once", async () => {
  const endpoints = await resolveTests(doctor, {}, ["meter 17", "70001", "8988303000000000017"]);
  expect(endpoints.map(endpointLabel)).toEqual(["meter 17 · 70017", "70001"]);
});

test("reports the ids of an ambiguous name, and the reason of an invalid number", async () => {
  const rows: Readonly<Record<string, object>> = {
    meter: {
      verdict: "ambiguous",
      detail: codedText("earlier-sentence", { sentence: "2 endpoints match: 70001 (by name), 70002 (by name)." }),
    },
    "8988303000000000018": {
      verdict: "bad-check-digit",
      detail: codedText("earlier-sentence", { sentence: "The check digit is wrong." }),
    },
  };
  const fakeDoctor: typeof doctor = { examine: ({ text }) => Promise.resolve({ rows: [rows[text]] } as never) };
  const problems = [
    t(($) => $.planning.test.endpointProblem, { input: "8988303000000000018", detail: "The check digit is wrong." }),
    t(($) => $.planning.test.endpointAmbiguous, {
      input: "meter",
      detail: "2 endpoints match: 70001 (by name), 70002 (by name).",
    }),
  ].join(" ");
  await expect(resolveTests(fakeDoctor, {}, Object.keys(rows).toSorted())).rejects.toMatchObject({
    code: "endpoint-unknown",
    text: codedText("test-endpoints-unknown", { problems }),
  });
});

test("resolves a label to its endpoint, and reports a text without a match", async () => {
  expect(await resolveTests(doctor, {}, ["pump · 3 · 70099"])).toEqual([{ id: "70099", name: "pump · 3" }]);
  const problems = t(($) => $.planning.test.endpointUnknown, { input: "no such thing" });
  await expect(resolveTests(doctor, {}, ["70001", "no such thing"])).rejects.toMatchObject({
    text: codedText("test-endpoints-unknown", { problems }),
  });
});
