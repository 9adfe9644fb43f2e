import { expect, test } from "vitest";
import { type Answer, openPracticeService } from "../../make/practice-service.ts";

type Row = Readonly<Record<string, unknown>> & { readonly id: number };
const rows = (answer: Answer): readonly Row[] => answer.json as readonly Row[];
const ids = (answer: Answer): readonly number[] => rows(answer).map((row) => row.id);
const code = (answer: Answer): unknown => [answer.status, (answer.json as { readonly error_code: number }).error_code];

test("a page reports its position in the headers of the specification", async () => {
  await using service = await openPracticeService({ endpoints: 25 });
  const { headers } = await service.call("GET", "/api/v1/endpoint?per_page=10&page=2&q=status:0&sort=-id");
  const base = `${service.simulator.baseUrl}/api/v1/endpoint?per_page=10&page=`;
  const rest = "&q=status%3A0&sort=-id";
  const total = Number(headers.get("X-Total-Count"));
  expect(Object.fromEntries([...headers].filter(([name]) => name.startsWith("x-") || name === "link"))).toEqual({
    link: [
      `<${base}1${rest}>; rel="first"`,
      `<${base}1${rest}>; rel="prev"`,
      `<${base}3${rest}>; rel="next"`,
      `<${base}3${rest}>; rel="last"`,
    ].join(", "),
    "x-count-per-page": "10",
    "x-current-page": "2",
    "x-filter": "status:0",
    "x-sort": "-id",
    "x-total-count": String(total),
    "x-total-pages": "3",
  });
});

test.for([
  ["per_page=0", 1000, "1"],
  ["per_page=99999", 1000, "1"],
  ["page=0", 1000, "1"],
  ["page=99", 500, "3"],
  ["per_page=7&page=2", 7, "2"],
] as const)("%s gives %i endpoints of page %s", async ([query, count, page]) => {
  await using service = await openPracticeService({ endpoints: 2500 });
  const answer = await service.call("GET", `/api/v1/endpoint?${query}`);
  expect([rows(answer).length, answer.headers.get("X-Current-Page")]).toEqual([count, page]);
});

test("all pages together contain every endpoint once, in id order", async () => {
  await using service = await openPracticeService({ endpoints: 95 });
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => service.call("GET", `/api/v1/endpoint?per_page=30&page=${page}`)),
  );
  expect(pages.flatMap(ids)).toEqual(Array.from({ length: 95 }, (_, index) => 70_001 + index));
});

test("the six collections and the detail of an endpoint exist", async () => {
  await using service = await openPracticeService();
  const names = ["endpoint", "sim", "imsi", "organisation", "user", "tariff_plan"];
  const answers = await Promise.all(names.map((name) => service.call("GET", `/api/v1/${name}?per_page=3`)));
  const detail = await service.call("GET", "/api/v1/endpoint/70001");
  expect([answers.map((answer) => rows(answer).length), detail.json]).toEqual([
    names.map(() => 3),
    rows(answers[0] as Answer)[0],
  ]);
});

test.for([
  ["id:70017", [70_017]],
  ["name:van-00017", [70_017]],
  ["name:VAN*00017", [70_017]],
  ["name:00017*", []],
  ["ipAddress:10.64.0.198", [70_199]],
  ["iccid:8988303001000000017", [70_017]],
  ["iccid:89883030010000000170", []],
  [
    "iccid:89883030010000001",
    Array.from({ length: 100 }, (_, index) => 70_100 + index).filter((id) => (id - 70_000) % 50 !== 0),
  ],
  ["imei:3501000000001701", [70_017]],
  ["id:70017,name:nothing", []],
] as const)("the endpoint filter %s selects the specified records", async ([q, expected]) => {
  await using service = await openPracticeService();
  expect(ids(await service.call("GET", `/api/v1/endpoint?q=${encodeURIComponent(q)}`))).toEqual(expected);
});

test.for([
  ["sim", "imsi:295050100000017", [5_000_017]],
  ["sim", "imsi:2950501000000179", []],
  ["sim", "msisdns:423663100000017", [5_000_017]],
  ["sim", "endpoint:null", [5_000_050, 5_000_100, 5_000_150, 5_000_200]],
  ["imsi", "digits:295050100000017", [9_000_017]],
  ["user", "username:operator@", [6001]],
  ["organisation", "name:fleet*operations", [4401]],
  ["tariff_plan", "notes:ask", [301, 305, 309]],
] as const)("in %s the filter %s selects the specified records", async ([collection, q, expected]) => {
  await using service = await openPracticeService();
  expect(ids(await service.call("GET", `/api/v1/${collection}?q=${encodeURIComponent(q)}`))).toEqual(expected);
});

test("an unknown filter is 1301 and an unknown sort is 1302", async () => {
  await using service = await openPracticeService();
  const bad = ["q=colour:red", "q=name", "q=name:", "sort=colour"];
  const answers = await Promise.all(bad.map((query) => service.call("GET", `/api/v1/endpoint?${query}`)));
  expect(answers.map(code)).toEqual([
    [422, 1301],
    [422, 1301],
    [422, 1301],
    [422, 1302],
  ]);
});

test.for([
  ["spec", [200, 422]],
  ["live", [422, 200]],
  ["both", [200, 200]],
] as const)("with filter names %s, ipAddress and ip_address answer %j", async ([filterNames, expected]) => {
  await using service = await openPracticeService({ accept: { filterNames } });
  const statuses = ["ipAddress", "ip_address"].map(
    async (name) => (await service.call("GET", `/api/v1/endpoint?q=${name}:10.`)).status,
  );
  expect(await Promise.all(statuses)).toEqual(expected);
});

test("a sort places missing values first, ignores case and breaks ties by id, also when descending", async () => {
  await using service = await openPracticeService({ endpoints: 60 });
  const sorted = rows(await service.call("GET", "/api/v1/endpoint?sort=tags"));
  const down = rows(await service.call("GET", "/api/v1/endpoint?sort=-tags"));
  const key = (row: Row): string => (typeof row["tags"] === "string" ? row["tags"].toLowerCase() : "");
  const expected = (sign: number): number[] =>
    [...sorted]
      .sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) || a.id - b.id)
      .map((row) => row.id);
  expect([sorted.map((row) => row.id), down.map((row) => row.id)]).toEqual([expected(1), expected(-1)]);
});

test("an id that is not a number is a bad request, an unknown one is not found, an unknown method is not allowed", async () => {
  await using service = await openPracticeService();
  const answers = [
    service.call("GET", "/api/v1/endpoint/abc"),
    service.call("GET", "/api/v1/endpoint/1"),
    service.call("DELETE", "/api/v1/endpoint"),
    service.call("GET", "/api/v1/nothing"),
  ];
  expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([400, 404, 405, 404]);
});

test("another seed is another fleet", async () => {
  await using first = await openPracticeService({ seed: 1 });
  await using second = await openPracticeService({ seed: 2 });
  const iccid = "q=iccid:8988303001000000017";
  expect([
    ids(await first.call("GET", `/api/v1/endpoint?${iccid}`)),
    ids(await second.call("GET", `/api/v1/endpoint?${iccid}`)),
  ]).toEqual([[70_017], []]);
});
