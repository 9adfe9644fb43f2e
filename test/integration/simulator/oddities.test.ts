import { expect, test } from "vitest";
import type { Oddities } from "../../../main/simulator/options.ts";
import { openPracticeService, type PracticeService } from "../../make/practice-service.ts";

const withOddities = (oddities: Oddities): Promise<PracticeService> => openPracticeService({ endpoints: 25, oddities });

const page = async (service: PracticeService, number: number): Promise<readonly number[]> => {
  const answer = await service.call("GET", `/api/v1/endpoint?per_page=10&page=${number}`);
  return (answer.json as readonly { readonly id: number }[]).map((row) => row.id - 70_000);
};

const header = async (service: PracticeService, name: string, number = 1): Promise<string | null> =>
  (await service.call("GET", `/api/v1/endpoint?per_page=10&page=${number}`)).headers.get(name);

test("a list can come without Link, with an empty one, or with one that never ends", async () => {
  await using none = await withOddities({ noLinkHeader: true });
  await using empty = await withOddities({ emptyLink: true });
  await using endless = await withOddities({ endlessNext: true, noTotals: true });
  expect([
    await header(none, "Link"),
    await header(empty, "Link"),
    (await header(endless, "Link", 3))?.includes('rel="next"'),
    await page(endless, 4),
  ]).toEqual([null, "", true, [21, 22, 23, 24, 25]]);
});

test("totals can be missing, wrong, or doubled under other names", async () => {
  await using missing = await withOddities({ noTotals: true });
  await using lying = await withOddities({ lyingTotals: 40 });
  await using twins = await withOddities({ twinHeaders: true });
  expect([
    await header(missing, "X-Total-Pages"),
    await header(lying, "X-Total-Pages"),
    await page(lying, 6),
    await header(twins, "X-Pages"),
  ]).toEqual([null, "7", [21, 22, 23, 24, 25], "3"]);
});

test("all paging headers can be missing", async () => {
  await using service = await withOddities({ noPagingHeaders: true });
  const { headers } = await service.call("GET", "/api/v1/endpoint?per_page=10");
  expect([...headers.keys()].filter((name) => name.startsWith("x-") || name === "link")).toEqual([]);
});

test("a set that changes during a read leaves gaps or repeats records", async () => {
  await using gaps = await withOddities({ driftPerPage: 1 });
  await using repeats = await withOddities({ driftPerPage: -2 });
  expect([(await page(gaps, 2))[0], (await page(repeats, 2))[0]]).toEqual([12, 9]);
});

test("a page beyond the last can be empty", async () => {
  await using service = await withOddities({ emptyBeyondLast: true });
  expect([await page(service, 3), await page(service, 4)]).toEqual([[21, 22, 23, 24, 25], []]);
});

test("the page size can be lowered silently", async () => {
  await using service = await withOddities({ perPageMaximum: 4 });
  expect([
    await page(service, 1),
    await header(service, "X-Count-Per-Page"),
    await header(service, "X-Total-Pages"),
  ]).toEqual([[1, 2, 3, 4], "10", "7"]);
});

test("ids can be text, a missing SIM can be null and event ids can exceed the range of a number", async () => {
  await using service = await openPracticeService({
    endpoints: 50,
    oddities: { textIds: true, simNull: true, bigEventIds: true },
  });
  const last = (await service.call("GET", "/api/v1/endpoint?q=id:70050")).json;
  const events = (await service.call("GET", "/api/v1/event?per_page=1")).text;
  expect([last, /"id":(\d+)/.exec(events)?.[1]]).toEqual([
    [expect.objectContaining({ id: "70050", sim: null })],
    "9007199258740994",
  ]);
});

test.for([
  ["absolute", /^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/endpoint\/70001\/sms\/\d+$/],
  ["relative", /^\/api\/v1\/endpoint\/70001\/sms\/\d+$/],
] as const)("the Location of a created SMS can be %s", async ([location, expected]) => {
  await using service = await withOddities({ location });
  const answer = await service.call("POST", "/api/v1/endpoint/70001/sms", { source_address: 1, payload: "x" });
  expect(answer.headers.get("Location")).toMatch(expected);
});

test("an operation can be missing from this service", async () => {
  await using service = await withOddities({ notOffered: ["profile.list"], notOfferedStatus: 405 });
  expect((await service.call("GET", "/api/v1/service_profile")).status).toBe(405);
});

test("dates can have all five formats", async () => {
  await using service = await withOddities({ dates: "mixed" });
  for (let count = 0; count < 5; count += 1) {
    await service.call("POST", "/api/v1/endpoint/70001/sms", { source_address: 1, payload: `n${count}` });
  }
  const list = (await service.call("GET", "/api/v1/endpoint/70001/sms")).json as readonly {
    readonly submit_date: string;
  }[];
  expect(
    new Set(list.map((sms) => sms.submit_date.replace(/^[\d-]+([T ])[\d:]+/, "$1").replace(/\.\d+/, ".n"))),
  ).toEqual(new Set(["T.n+0000", "T.nZ", "TZ", "T+00:00", " "]));
});
