import { describe, expect, test } from "vitest";
import type { Suppression } from "../../../../../main/features/campaigns/planning/plan.ts";
import {
  loadSuppression,
  readSuppressed,
  suppressesEndpoint,
  suppressesValue,
} from "../../../../../main/features/campaigns/planning/suppression.ts";
import { createFakeDirectory } from "../../../../fakes/fake-directory.ts";
import { iccidOf, makeCachedEndpoint, msisdnOf } from "../../../../make/cached-endpoint.ts";
import { useScratchFolder } from "../../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const directory = createFakeDirectory({ cached: [1, 2, 3, 4].map((id) => makeCachedEndpoint(id)) });

function load(content: string): Promise<Suppression> {
  return loadSuppression(directory, 1, folder.write("never.txt", content), new AbortController().signal);
}

describe("a list", () => {
  test("contains identifiers of any kind, one per line, with comments and blank lines", async () => {
    const list = await load(`# never these\n${iccidOf(1)}\n\n+${msisdnOf(2)}\nvan-3\n# van-4\n`);
    expect([...list.endpointIds].sort()).toEqual(["1", "2", "3"]);
  });

  test("of one line is a list, not a header", async () => {
    expect([...(await load(iccidOf(1))).endpointIds]).toEqual(["1"]);
  });

  test("keeps identifiers without a matching endpoint", async () => {
    const list = await load(`${iccidOf(99)}\n`);
    expect([list.endpointIds.size, suppressesValue(list, [iccidOf(99)])]).toEqual([0, true]);
  });

  test("suppresses an endpoint with a listed identifier today, whatever was cached before", async () => {
    const list = await load(`${iccidOf(99)}\n`);
    const swapped = makeCachedEndpoint(50, { record: { sim: { iccid: iccidOf(99) } } });
    expect([suppressesEndpoint(list, swapped), suppressesEndpoint(list, makeCachedEndpoint(51))]).toEqual([
      true,
      false,
    ]);
  });
});

test.each([
  ["16", "3569380356438091"],
  ["15", "356938035643809"],
  ["14", "35693803564380"],
])("an IMEI of %s digits suppresses the endpoint in every software version", async (_digits, imei) => {
  const lists = await Promise.all([
    load(`${imei}\n`),
    readSuppressed(directory, 1, [imei], new AbortController().signal),
  ]);
  const updated = makeCachedEndpoint(50, { record: { imei: "3569380356438002" } });
  expect(lists.map((list) => suppressesEndpoint(list, updated))).toEqual([true, true]);
});

describe("a CSV", () => {
  test("is read by its identifying columns", async () => {
    const list = await load(`reason;iccid;name\nleft;${iccidOf(1)};\nsold;;van-2\n4;;\n`);
    expect([...list.endpointIds].sort()).toEqual(["1", "2"]);
  });

  test("may have another kind of identifier under its header", async () => {
    expect([...(await load(`iccid\n+${msisdnOf(2)}\n`)).endpointIds]).toEqual(["2"]);
  });

  test("may have a header and no rows", async () => {
    expect((await load("iccid\n")).endpointIds.size).toBe(0);
  });
});

test.each([
  ["several columns without a known name", "a,b\n1,2\n", "identifier-unknown"],
  ["a rounded number", "iccid\n8.98831E+18\n", "suppression-damaged"],
  ["an empty file", "", "csv-empty"],
  ["a row with too many values", `iccid,reason\n${iccidOf(1)},a,b\n`, "csv-malformed"],
])("rejects %s, because a recipient would not be suppressed", async (_, content, code) => {
  await expect(load(content)).rejects.toMatchObject({ code });
});
