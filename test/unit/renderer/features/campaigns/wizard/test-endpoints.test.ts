import { t } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { endpointLabel, resolveTests } from "../../../../../../renderer/features/campaigns/wizard/test-endpoints.ts";

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
