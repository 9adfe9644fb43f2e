import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { readCallback, readStream } from "../../../../../main/features/network/streams/read-records.ts";

test("reads a stream of the live list: the callback as text, numbers as text, nothing dispatched yet", () => {
  const record = {
    id: 501,
    last_traffic_log_id: "0",
    last_event_id: "17",
    last_dispatched_timestamp: "2031-04-02T09:15:00.000+0000",
    last_result_code: "200",
    active: 1,
    running: "0",
    api_callback: "https://fleet.example.com/in",
    api_type: { id: "1", description: "REST API" },
    data_stream_type: { id: 2, description: "Events" },
  };
  expect(readStream(record)).toEqual({
    id: "501",
    destination: "rest-api",
    destinationText: t(($) => $.network.streams.destination.restApi),
    content: "events",
    contentText: t(($) => $.network.streams.content.events),
    target: "https://fleet.example.com/in",
    active: true,
    running: false,
    lastResult: "200",
    lastDispatchedAt: Date.UTC(2031, 3, 2, 9, 15),
  });
});

test.each([
  [
    { id: 8 },
    { destination: "object-storage", destinationText: t(($) => $.network.streams.destination.objectStorage) },
  ],
  [{ id: 4 }, { destination: "cloud-stream", destinationText: t(($) => $.network.streams.destination.cloudStream) }],
  [{ id: 7, description: "Salesforce" }, { destinationText: "Salesforce" }],
  [{ id: 99, description: "Pigeons" }, { destinationText: "Pigeons" }],
  [{ id: 99 }, { destinationText: t(($) => $.network.streams.destination.other, { id: "99" }) }],
  [null, {}],
])("reads from the destination %j: %j", (api_type, expected) => {
  expect(readStream({ api_type })).toEqual(expected);
});

test.each([
  [{ id: 3 }, { content: "usage-and-events", contentText: t(($) => $.network.streams.content.usageAndEvents) }],
  [{ id: 1, description: "Usage Data" }, { contentText: t(($) => $.network.streams.content.usage) }],
  [{ id: 12 }, { contentText: t(($) => $.network.streams.content.other, { id: "12" }) }],
  [undefined, {}],
])("reads from the content %j: %j", (data_stream_type, expected) => {
  expect(readStream({ data_stream_type })).toEqual(expected);
});

test.each([
  [
    { id: 21, url: "https://a.example.com" },
    { callback: "21", target: "https://a.example.com" },
  ],
  ["21", { callback: "21" }],
  [21, { callback: "21" }],
  ["", {}],
])("reads from the callback %j: %j", (api_callback, expected) => {
  expect(readStream({ api_callback })).toEqual(expected);
});

test("reads a callback with the fields it has", () => {
  const record = { id: "21", organisation_id: 4401, url: "https://a.example.com", created: "2031-04-02 09:15:00" };
  expect(readCallback({ ...record, purpose: null })).toEqual({
    id: "21",
    organisation: "4401",
    url: "https://a.example.com",
    createdAt: Date.UTC(2031, 3, 2, 9, 15),
  });
});
