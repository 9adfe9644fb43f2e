/** The identifier check over a cache that was synchronised from the service. */
import { codedText } from "#shared/texts/coded-text.ts";
import { parse } from "csv-parse/sync";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { Files } from "../../../../../main/core/hosts.ts";
import { openCore, type Core } from "../../../../make/core.ts";
import { useScratchFolder } from "../../../../make/scratch-folder.ts";

const folder = useScratchFolder();
let core: Core;
let saveTo: string | undefined;

type Doctor = Core["client"]["doctor"];

interface SampleEndpoint {
  readonly iccid: string;
  readonly imsi: string;
  readonly msisdn: string;
  readonly name: string;
}

async function loadSample(id: string): Promise<SampleEndpoint> {
  const { record } = await core.client.fleet.get({ collection: "endpoint", id });
  const { iccid, imsi, msisdn } = record["sim"] as JsonRecord;
  return { iccid: String(iccid), imsi: String(imsi), msisdn: String(msisdn), name: String(record["name"]) };
}

const examine = async (
  text: string,
  input: Partial<Parameters<Doctor["examine"]>[0]> = {},
): ReturnType<Doctor["examine"]> => core.client.doctor.examine({ text, ...input });

const verdicts = async (text: string): Promise<readonly string[]> =>
  (await examine(text)).rows.map(({ row, verdict, kind, endpoint, firstRow }) =>
    [row, verdict, kind, endpoint?.id, firstRow].filter((part) => part !== undefined).join(" "),
  );

beforeAll(async () => {
  const files: Files = { saveAs: () => Promise.resolve(saveTo), open: () => Promise.resolve(undefined) };
  core = await openCore({ simulator: { endpoints: 60, seed: 3 }, sync: [], hosts: { files } });
  await core.mutate({
    collection: "endpoint",
    change: [
      { id: 70_020, set: { name: "twin" } },
      { id: 70_021, set: { name: "twin" } },
    ],
  });
});

afterAll(() => core[Symbol.asyncDispose]());

it("reports for a list that there is no cache, not that its values are unknown", async () => {
  const { rows } = await examine("70005");
  expect(rows).toEqual([expect.objectContaining({ verdict: "unknown", detail: codedText("endpoints-not-cached") })]);
  await core.client.fleet.sync({ collections: ["endpoint", "sim"] });
});

it("classifies each row, and names duplicates by their first row in any notation", async () => {
  const [five, six, seven] = [await loadSample("70005"), await loadSample("70006"), await loadSample("70007")];
  const text = [
    "identifiers of our vans",
    "",
    five.iccid,
    six.imsi,
    `+${seven.msisdn}`,
    "70008",
    five.name,
    "8.98E+18",
    "nobody's van",
    "twin",
    five.msisdn,
    "12345678901234567890123",
  ].join("\r\n");
  expect(await verdicts(text)).toEqual([
    "1 unknown name",
    "3 resolved iccid 70005",
    "4 resolved imsi 70006",
    "5 resolved msisdn 70007",
    "6 resolved id 70008",
    "7 duplicate name 70005 3",
    "8 damaged",
    "9 unknown name",
    "10 ambiguous",
    "11 duplicate msisdn 70005 3",
    "12 unreadable",
  ]);
});

it("counts every verdict and the empty lines", async () => {
  const { counts, emptyLines } = await examine("70005\n\n70005\n\n70006\n");
  expect([counts, emptyLines]).toEqual([
    { resolved: 2, damaged: 0, "bad-check-digit": 0, duplicate: 1, unknown: 0, ambiguous: 0, unreadable: 0 },
    2,
  ]);
});

it("detects the column of a customer's table", async () => {
  const { iccid } = await loadSample("70009");
  const text = `\uFEFFPlate;SIM card;Remark\r\nB-X 1;${iccid};"=1;2"\r\nB-X 2;${iccid.slice(0, 18)},00;\r\n`;
  const { rows, column, columns } = await examine(text);
  expect({ rows: rows.map(({ row, verdict }) => [row, verdict]), column, columns }).toEqual({
    rows: [
      [2, "resolved"],
      [3, "unknown"],
    ],
    column: { number: 2, header: "SIM card" },
    columns: ["Plate", "SIM card", "Remark"],
  });
});

it("reads the column and the kind that an operator selects", async () => {
  const { name } = await loadSample("70009");
  const { rows, column } = await examine(`${name};70010\n`, { column: 1, kind: "name" });
  expect([rows, column]).toEqual([
    [expect.objectContaining({ verdict: "resolved", endpoint: { id: "70009", name } })],
    { number: 1 },
  ]);
});

it("classifies numbers as damaged that were rounded as a whole, even if one of them exists", async () => {
  await core.mutate({
    collection: "endpoint",
    change: [{ id: 70_030, set: { sim: { iccid: "8988303000000010000" } } }],
  });
  await core.client.fleet.sync({ collections: ["endpoint"] });
  expect(await verdicts("8988303000000010000\n8988303000000020000")).toEqual(["1 damaged iccid", "2 damaged iccid"]);
  expect(await verdicts("8988303000000010000")).toEqual(["1 resolved iccid 70030"]);
});

it("stops on cancellation", async () => {
  await expect(core.client.doctor.examine({ text: "70005" }, AbortSignal.abort())).rejects.toMatchObject({
    code: "aborted",
  });
});

it("writes rows as a file that is safe to open, or nothing when the dialog is cancelled", async () => {
  const { rows } = await examine("=1+1\n70005");
  saveTo = undefined;
  expect(await core.client.doctor.exportRows({ suggestedName: "a/b", rows })).toEqual({
    outcome: "cancelled",
    rows: 0,
  });
  saveTo = folder.path("rejects.csv");
  expect(await core.client.doctor.exportRows({ suggestedName: "rejects", rows })).toMatchObject({
    outcome: "written",
    rows: 2,
  });
  const lines: Record<string, string>[] = parse(readFileSync(saveTo, "utf8"), { bom: true, columns: true });
  expect(lines.map(({ row, identifier, result, endpoint }) => [row, identifier, result, endpoint])).toEqual([
    ["1", "'=1+1", "unknown", ""],
    ["2", "70005", "resolved", "70005"],
  ]);
});
