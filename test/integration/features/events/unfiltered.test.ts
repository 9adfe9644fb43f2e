/** A service that returns other events than were requested: none of that counts as complete or covered. */
import { mismatchWarning } from "../../../../main/core/api/paging.ts";
import { expect, test } from "vitest";
import { startFakeEventService, type FakeEventService } from "../../../fakes/fake-event-service.ts";
import { openEventsCore } from "../../../make/events-core.ts";

const minuteMs = 60_000;
const now = Date.UTC(2031, 0, 31);
const all = { scope: { of: "all" as const } };

/** Information events of one endpoint, a minute apart. */
function fill({ events }: FakeEventService, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const timestamp = new Date(now - (count - index) * minuteMs).toISOString();
    events.push({ id: 1000 + index, timestamp, event_severity: { id: 0 }, endpoint: { id: 70_001, name: "van" } });
  }
}

test("a read that was not filtered as requested is incomplete, with the reason", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 3);
  expect(await core.events.load({ ...all, filter: "severity:2" })).toMatchObject({
    complete: false,
    reason: mismatchWarning(["severity"], 3, 3),
  });
});

test("the list of an endpoint with events of another one covers nothing", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 30);
  service.events.push({ id: 2000, timestamp: new Date(now).toISOString(), endpoint: { id: 777, name: "bus" } });
  const { complete, coverage } = await core.events.load({ scope: { of: "endpoint", id: "70001" } });
  expect([complete, coverage.spans]).toEqual([false, []]);
  // The event of the other endpoint is in its own list only.
  const idsOf = async (id: string): Promise<readonly unknown[]> =>
    (await core.events.list({ scope: { of: "endpoint", id }, limit: 50 })).items.map((event) => event.id);
  expect(await idsOf("70001")).not.toContain("2000");
  expect(await idsOf("777")).toEqual(["2000"]);
});
