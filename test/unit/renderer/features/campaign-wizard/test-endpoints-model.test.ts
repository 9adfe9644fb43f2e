import { expect, test } from "vitest";
import { endpointLabel, resolveTests } from "../../../../../renderer/features/campaign-wizard/test-endpoints-model.ts";

const cache: Readonly<Record<string, { readonly id: string; readonly name?: string }>> = {
  "meter 17": { id: "70017", name: "meter 17" },
  "8988303000000000017": { id: "70017", name: "meter 17" },
  "70001": { id: "70001" },
};
const doctor: Parameters<typeof resolveTests>[0] = {
  examine: ({ text }) => {
    const endpoint = cache[text];
    const row = { row: 1, given: text, verdict: "unknown", ...(endpoint === undefined ? {} : { endpoint }) } as const;
    return Promise.resolve({ rows: [row], counts: {}, emptyLines: 0, columns: [] } as never);
  },
};

test("endpoints of a test are named by name, id or number, and each is one", async () => {
  const endpoints = await resolveTests(doctor, {}, ["meter 17", "70001", "8988303000000000017"]);
  expect(endpoints.map(endpointLabel)).toEqual(["meter 17 · 70017", "70001"]);
});

test("a name of several endpoints is said to be one, with their ids; what is wrong with a number is said", async () => {
  const rows: Readonly<Record<string, object>> = {
    meter: { verdict: "ambiguous", detail: "2 endpoints match: 70001 (by name), 70002 (by name)." },
    "8988303000000000018": { verdict: "bad-check-digit", detail: "The check digit is wrong." },
  };
  const asked: typeof doctor = { examine: ({ text }) => Promise.resolve({ rows: [rows[text]] } as never) };
  await expect(resolveTests(asked, {}, Object.keys(rows).toSorted())).rejects.toThrow(
    /^“8988303000000000018”: The check digit is wrong\. “meter”: 2 endpoints match: 70001 \(by name\), 70002 \(by name\)\. Use the ID\.$/,
  );
});

test("a label names its endpoint again, and what names none is said", async () => {
  expect(await resolveTests(doctor, {}, ["pump · 3 · 70099"])).toEqual([{ id: "70099", name: "pump · 3" }]);
  await expect(resolveTests(doctor, {}, ["70001", "no such thing"])).rejects.toThrow("“no such thing”: No endpoint");
});
