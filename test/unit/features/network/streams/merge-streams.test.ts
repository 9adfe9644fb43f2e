import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { StreamForm } from "#shared/contract/network/stream-schemas.ts";
import type { Change } from "../../../../../main/core/journal/change.ts";
import {
  type CachedList,
  type MergedCallback,
  isPossibly,
  mergeCallbacks,
  mergeStreams,
  sameStreams,
} from "../../../../../main/features/network/streams/merge-streams.ts";
import { readStream } from "../../../../../main/features/network/streams/read-records.ts";
import { requestsOf, fingerprintOf } from "../../../../../main/features/network/streams/create-stream.ts";
import { bucketForm, existingForm, streamForm, urlForm } from "../../../../make/stream-forms.ts";

const at = Date.UTC(2031, 3, 2);
const noCallbacks: readonly MergedCallback[] = [];

const graceMs = 60_000;

function entry(form: StreamForm, fields: Partial<Change> = {}): Change {
  return {
    change: 1,
    resource: "stream",
    action: "create",
    state: "applied",
    at,
    endedAt: at + 10,
    request: { form, sent: requestsOf(form, "22") },
    subject: "501",
    work: "change 1",
    ...fields,
  };
}

const record = (id: number, fields: object = {}): CachedList["listed"][number] => ({
  id: String(id),
  as_of: at + 100,
  record: JSON.stringify({ id, api_type: { id: 8 }, data_stream_type: { id: 3 }, ...fields }),
});

const read = { state: "read", as_of: at + 100 } as const;

test.each([
  ["the list was not requested", undefined, [], "this-computer"],
  ["the service has no list", { state: "not-offered", as_of: at + 100 }, [], "this-computer"],
  ["the list is older than the stream", { state: "read", as_of: at + 5 }, [], "this-computer"],
  ["a later list is without the stream", read, [], "not-listed"],
  ["the list contains the stream", read, [record(501)], "both"],
] as const)("gives the source of a registered stream where %s", (_what, reading, listed, source) => {
  const [stream] = mergeStreams({ reading, listed, entries: [entry(bucketForm)], graceMs }, noCallbacks);
  // Fields missing from the list come from the register.
  expect(stream).toMatchObject({ key: "here:1", source, target: "eu-west-1/fleet-data", role: bucketForm.role });
});

test("lists the register first, newest first, then streams known only from the service by id", () => {
  const entries = [entry(streamForm, { change: 2, subject: undefined, state: "unknown" }), entry(bucketForm)];
  const listed = [record(510), record(501), record(99)];
  const keys = mergeStreams({ reading: read, listed, entries, graceMs }, noCallbacks).map(({ key }) => key);
  expect(keys).toEqual(["here:2", "here:1", "service:99", "service:510"]);
});

test("completes the callback of a REST stream by id and by URL", () => {
  const [callback] = mergeCallbacks({
    reading: read,
    listed: [{ id: "22", as_of: at, record: JSON.stringify({ id: 22, url: "https://a.example.com", purpose: "p" }) }],
    entries: [],
    graceMs,
  });
  const callbacks = callback === undefined ? [] : [callback];
  const form = { ...existingForm, callback: { kind: "existing", id: "22" } } as const;
  const listed = [record(7, { api_type: { id: 1 }, api_callback: "https://a.example.com" })];
  const [here, there] = mergeStreams(
    { reading: read, listed, entries: [entry(form, { subject: undefined })], graceMs },
    callbacks,
  );
  const both = { callback: "22", target: "https://a.example.com" };
  expect([here, there]).toEqual([expect.objectContaining(both), expect.objectContaining(both)]);
});

test.each([
  ["the same record", bucketForm, {}, true],
  ["a different kind of destination", bucketForm, { api_type: { id: 4 } }, false],
  ["different content", bucketForm, { data_stream_type: { id: 2 } }, false],
  ["a record without fields", bucketForm, { api_type: null, data_stream_type: null }, true],
  ["a different target", bucketForm, { api_parameter: "eu-west-1/other" }, false],
  [
    "the same URL",
    { ...urlForm, content: "usage-and-events" },
    { api_type: { id: 1 }, api_callback: urlForm.callback.url },
    true,
  ],
  [
    "a different URL",
    { ...urlForm, content: "usage-and-events" },
    { api_type: { id: 1 }, api_callback: "https://x" },
    false,
  ],
  [
    "a different callback",
    { ...existingForm, content: "usage-and-events" },
    { api_type: { id: 1 }, api_callback: 22 },
    false,
  ],
] as const)("decides for %s whether it can be the lost stream", (_what, form, fields, is) => {
  const stream = readStream({ id: 1, api_type: { id: 8 }, data_stream_type: { id: 3 }, ...fields });
  expect(isPossibly(form, undefined, stream)).toBe(is);
});

test("allows creating a stream again when it is no longer listed or was not created, but not while it is unknown", () => {
  const streamsWith = (fields: Partial<Change>, reading?: CachedList["reading"]) =>
    mergeStreams({ reading, listed: [], entries: [entry(bucketForm, fields)], graceMs }, noCallbacks);
  const count = (...args: Parameters<typeof streamsWith>): number =>
    sameStreams(streamsWith(...args), bucketForm, undefined).length;
  expect([
    count({}),
    count({}, read),
    count({ state: "not-applied" }),
    count({ state: "unknown", subject: undefined }),
  ]).toEqual([1, 0, 0, 1]);
});

test("gives equal fingerprints to equal requests only, and leaves only the id of a new callback open", () => {
  const requests = requestsOf(urlForm, undefined);
  expect(requests.map(({ open }) => open)).toEqual([undefined, t(($) => $.network.streams.form.newCallbackId)]);
  expect(fingerprintOf(requests)).toBe(fingerprintOf(requestsOf(structuredClone(urlForm), undefined)));
  expect(
    new Set([requests, requestsOf(urlForm, "22"), requestsOf(bucketForm, undefined)].map(fingerprintOf)).size,
  ).toBe(3);
});
