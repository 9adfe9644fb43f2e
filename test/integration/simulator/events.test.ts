import { expect, test } from "vitest";
import { type Answer, openPracticeService } from "../../make/practice-service.ts";

interface Event {
  readonly id: number;
  readonly timestamp: string;
  readonly alert: boolean;
  readonly event_type: { readonly id: number };
  readonly endpoint?: { readonly id: number };
  readonly user?: { readonly id: number };
}

const events = (answer: Answer): readonly Event[] => answer.json as readonly Event[];
const all = "/api/v1/event?per_page=1000";

test("the five lists agree about an endpoint, its SIM and its organisation", async () => {
  await using service = await openPracticeService();
  const paths = ["endpoint/70001", "sim/5000001", "organisation/4401", "user/6001"];
  const lists = await Promise.all(
    [all, ...paths.map((path) => `/api/v1/${path}/event?per_page=1000`)].map((path) => service.call("GET", path)),
  );
  const [everything = [], ofEndpoint, ofSim, ofOrganisation, ofUser = []] = lists.map(events);
  expect([ofEndpoint, ofSim, ofOrganisation, ofUser.every((event) => event.user?.id === 6001)]).toEqual([
    everything.filter((event) => event.endpoint?.id === 70_001),
    ofEndpoint,
    everything,
    true,
  ]);
});

test("an unknown or foreign id gives an empty list, a non-numeric one is a bad request", async () => {
  await using service = await openPracticeService();
  const answers = await Promise.all(
    ["endpoint/1", "organisation/4402", "endpoint/abc"].map((path) => service.call("GET", `/api/v1/${path}/event`)),
  );
  expect(answers.map((answer) => [answer.status, answer.status === 200 ? answer.json : undefined])).toEqual([
    [200, []],
    [200, []],
    [400, undefined],
  ]);
});

test("events are sorted by id, 100 to a page", async () => {
  await using service = await openPracticeService();
  const answer = await service.call("GET", "/api/v1/event");
  const ids = events(answer).map((event) => event.id);
  expect([ids.length, ids, answer.headers.get("X-Sort")]).toEqual([100, [...ids].sort((a, b) => a - b), "id"]);
});

test.for([
  ["type:3|5", (event: Event) => [3, 5].includes(event.event_type.id)],
  ["alert:true", (event: Event) => event.alert],
  ["endpoint:70005", (event: Event) => event.endpoint?.id === 70_005],
  ["description:context activated", (event: Event) => event.event_type.id === 3],
  ["iccid_with_luhn:89883030010000000014", (event: Event) => event.endpoint?.id === 70_001],
  ["severity:2,alert:true", (event: Event) => event.alert],
] as const)("the event filter %s selects the matching events", async ([q, predicate]) => {
  await using service = await openPracticeService();
  const everything = events(await service.call("GET", all));
  const selected = events(await service.call("GET", `${all}&q=${encodeURIComponent(q)}`));
  expect(selected).toEqual(everything.filter(predicate));
});

test("a range of dates includes both ends", async () => {
  await using service = await openPracticeService();
  const [, first, , last] = events(await service.call("GET", all));
  const q = `from:${first?.timestamp},until:${last?.timestamp}`;
  expect(events(await service.call("GET", `${all}&q=${encodeURIComponent(q)}`)).length).toBe(3);
});

test("an invalid filter is 422, an invalid sort 400", async () => {
  await using service = await openPracticeService();
  const bad = [
    "q=colour:red",
    "q=from:2031-04-02T09:15:00Z",
    "q=from:soon,until:later",
    "q=ip_address:10.x",
    "sort=colour",
  ];
  const answers = await Promise.all(bad.map((query) => service.call("GET", `/api/v1/event?${query}`)));
  expect(answers.map((answer) => answer.status)).toEqual([422, 422, 422, 422, 400]);
});

test("events sort by type descending, ties by id", async () => {
  await using service = await openPracticeService();
  const sorted = events(await service.call("GET", `${all}&sort=-type`));
  expect(sorted).toEqual([...sorted].sort((a, b) => b.event_type.id - a.event_type.id || a.id - b.id));
});

test("an accepted SMS is an event of its endpoint", async () => {
  await using service = await openPracticeService();
  await service.call("POST", "/api/v1/endpoint/70009/sms", { source_address: 1, payload: "x" });
  const list = events(await service.call("GET", "/api/v1/endpoint/70009/event?sort=-id"));
  expect(list[0]).toMatchObject({ event_type: { id: 0, description: "Generic" }, endpoint: { id: 70_009 } });
});
