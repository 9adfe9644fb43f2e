/** Lists and lost responses: what the service reports, what is known from this computer, and what is unknown. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { createFastClock } from "../../../../fakes/fast-clock.ts";
import { startRecordingWire, type RecordingWire } from "../../../../fakes/recording-wire.ts";
import { openCore } from "../../../../make/core.ts";
import { streamOptions } from "../../../../make/network-options.ts";
import { holdMs } from "../../../../make/service-client.ts";
import { bucketForm, existingForm, urlForm } from "../../../../make/stream-forms.ts";

test("caches the list with its time, for reading without a network", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  await streams.create({ form: existingForm });
  const read = await streams.refresh({});
  expect(read).toMatchObject({
    state: "read",
    items: [{ key: "here:1", source: "both", active: true, running: true, target: "https://fleet.example.com/sms" }],
  });
  core.setFaults({ kind: "reset-before", rate: 1 });
  await expect(streams.refresh({})).rejects.toMatchObject({ code: "connection-lost" });
  expect(await streams.list({})).toEqual(read);
});

test("a stream that another program created is reported only by the service, and can be sent again", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  await streams.create({ form: existingForm });
  await core.connect("again");
  const { items } = await streams.refresh({ connection: "again" });
  expect(items).toMatchObject([{ key: "service:501", source: "service", destination: "rest-api", content: "events" }]);
  const { form, sent, record } = await streams.show({ connection: "again", key: "service:501" });
  expect([sent, record]).toEqual([[], expect.objectContaining({ id: 501 })]);
  expect(form).toMatchObject({ destination: "rest-api", callback: { kind: "existing", id: "21" } });
});

test.each([404, 405])("reports that there is no list (%i), and shows only the register", async (status) => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  core.setFaults(
    { kind: "refuse", rate: 1, status, on: "stream.list" },
    { kind: "refuse", rate: 1, status, on: "callback.list" },
  );
  await streams.create({ form: urlForm });
  expect(await streams.refresh({})).toMatchObject({
    state: "not-offered",
    items: [{ key: "here:2", source: "this-computer", creation: { state: "created" } }],
  });
  expect(await streams.refreshCallbacks({})).toMatchObject({
    state: "not-offered",
    items: [{ id: "22", source: "this-computer", streams: ["here:2"] }],
  });
});

test("an account without permission to list can still create", async () => {
  await using core = await openCore(streamOptions);
  core.setFaults({ kind: "refuse", rate: 1, status: 403, on: ["stream.list", "callback.list"] });
  expect(await core.client.streams.create({ form: bucketForm })).toMatchObject({ outcome: "created" });
});

test("finds a stream with a lost response in the list, and sends it once", async () => {
  await using core = await openCore(streamOptions);
  core.setFaults({ kind: "reset-after", rate: 1, on: "stream.create" });
  expect(await core.client.streams.create({ form: bucketForm })).toMatchObject({
    outcome: "created",
    id: "501",
    message: codedText("stream-created-recovered", { stream: "501" }),
  });
  expect(core.proxy.changes).toHaveLength(1);
});

test("a lost response that no read resolves is unknown, not repeated, and resolved two minutes later", async () => {
  const clock = createFastClock(1);
  await using core = await openCore({ ...streamOptions, clock });
  const { streams } = core.client;
  core.setFaults({ kind: "reset-before", rate: 1, on: "stream.create" });
  const answer = await streams.create({ form: bucketForm });
  const message = { code: "stream-create-unknown" };
  expect(answer).toMatchObject({ outcome: "unknown", of: "stream", key: "here:1", message });
  expect(await streams.create({ form: bucketForm })).toMatchObject({
    outcome: "unsettled",
    key: "here:1",
    message: {
      code: "stream-unconfirmed",
      params: {
        sent: expect.stringMatching(/^[\d-]+ [\d:]+ UTC$/) as string,
        until: expect.stringMatching(/^[\d-]+ [\d:]+ UTC$/) as string,
      },
    },
  });
  expect((await streams.refresh({})).items[0]).toMatchObject({ creation: { state: "unknown" } });
  clock.pass(121_000);
  const { items } = await streams.refresh({});
  expect(items[0]).toMatchObject({
    creation: { state: "not-created", answer: codedText("proved-not-created-later") },
  });
  expect(core.proxy.changes).toHaveLength(1);
  core.setFaults();
  expect(await streams.create({ form: bucketForm })).toMatchObject({ outcome: "created" });
});

test("a creation in progress is not resolved by a list without it", async () => {
  const clock = createFastClock(1);
  await using core = await openCore({ ...streamOptions, clock });
  const { streams } = core.client;
  core.setFaults({ kind: "late", rate: 1, on: "stream.create", delayMs: holdMs });
  const created = streams.create({ form: bucketForm });
  await expect.poll(() => core.requests("stream.create")).toBe(1);
  clock.pass(121_000);
  expect((await streams.refresh({})).items).toMatchObject([{ creation: { state: "unknown" } }]);
  core.simulator.advance(holdMs);
  expect(await created).toMatchObject({ outcome: "created", id: "501" });
});

test("a lost creation is resolved two minutes after the loss, not after it was written down", async () => {
  const clock = createFastClock(1);
  let wire: RecordingWire | undefined;
  const proxy = async (baseUrl: string): Promise<RecordingWire> => (wire = await startRecordingWire(baseUrl));
  // The wait for a permit, and for a response, took longer than two minutes.
  const now = (): number => clock.now() + ((wire?.changes.length ?? 0) === 0 ? 0 : 121_000);
  await using core = await openCore({ ...streamOptions, clock: { ...clock, now }, proxy });
  const { streams } = core.client;
  core.setFaults({ kind: "reset-before", rate: 1, on: "stream.create" });
  expect(await streams.create({ form: bucketForm })).toMatchObject({ outcome: "unknown", key: "here:1" });
  expect(await streams.create({ form: bucketForm })).toMatchObject({ outcome: "unsettled", key: "here:1" });
  expect(core.proxy.changes).toHaveLength(1);
  const { creation } = (await streams.list({})).items[0] ?? {};
  expect(creation?.resolvableFrom).toBe((creation?.resolvedAt ?? 0) + 60_000);
  clock.pass(121_000);
  expect((await streams.refresh({})).items).toMatchObject([{ creation: { state: "not-created" } }]);
});

test("if several new streams could be the lost one, none is matched", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  core.setFaults(
    { kind: "reset-after", rate: 1, on: "stream.create", attempts: 1 },
    { kind: "slow", rate: 1, on: "stream.list", attempts: 1, delayMs: 0 },
    { kind: "error-before", rate: 1, on: "stream.list" },
  );
  expect(await streams.create({ form: bucketForm })).toMatchObject({ outcome: "unknown" });
  core.setFaults();
  await core.connect("colleague");
  await streams.create({ connection: "colleague", form: { ...bucketForm, name: "another" } });
  expect((await streams.refresh({ connection: "practice" })).items).toMatchObject([
    { key: "here:1", creation: { state: "unknown" } },
    { key: "service:501" },
    { key: "service:502" },
  ]);
});

test("where nothing can resolve it, an operator records the outcome, once", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  core.setFaults(
    { kind: "reset-after", rate: 1, on: "stream.create" },
    { kind: "refuse", rate: 1, status: 404, on: "stream.list" },
  );
  await streams.create({ form: bucketForm });
  await streams.resolveCreation({ entry: 1, is: "created" });
  expect((await streams.list({})).items[0]).toMatchObject({
    creation: { state: "created", answer: codedText("confirmed-created") },
  });
  await expect(streams.resolveCreation({ entry: 1, is: "not-created" })).rejects.toMatchObject({
    code: "entry-settled",
  });
});

test("while the outcome of the callback is unknown, its stream is not sent, now or again", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  core.setFaults({ kind: "reset-before", rate: 1, on: "callback.create" });
  const unknown = { of: "callback", key: "here:1" };
  expect(await streams.create({ form: urlForm })).toMatchObject({ outcome: "unknown", ...unknown });
  expect(await streams.create({ form: urlForm })).toMatchObject({ outcome: "unsettled", ...unknown });
  const { url, purpose } = urlForm.callback;
  expect(await streams.createCallback({ url, purpose })).toMatchObject({
    outcome: "unsettled",
    key: "here:1",
  });
  expect(core.proxy.changes).toHaveLength(1);
  core.setFaults();
  await streams.resolveCreation({ entry: 1, is: "not-created" });
  expect(await streams.create({ form: urlForm })).toMatchObject({ outcome: "created" });
});

test("a callback with an unknown id is not created a second time", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  core.setFaults(
    { kind: "reset-after", rate: 1, on: "callback.create" },
    { kind: "refuse", rate: 1, status: 404, on: "callback.list" },
  );
  await streams.create({ form: urlForm });
  await streams.resolveCreation({ entry: 1, is: "created" });
  expect(await streams.create({ form: urlForm })).toMatchObject({
    outcome: "unsettled",
    of: "callback",
    message: codedText("callback-id-unknown"),
  });
  expect(core.proxy.changes).toHaveLength(1);
});

test("where the service creates no callbacks, previewed requests are not replaced by others", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  const { fingerprint } = await streams.preview({ form: urlForm });
  core.setFaults({ kind: "refuse", rate: 1, status: 405, on: "callback.*" });
  await expect(streams.create({ form: urlForm, fingerprint })).rejects.toMatchObject({
    code: "not-offered",
    text: codedText("text-pair", {
      first: codedText("callbacks-not-offered"),
      second: codedText("stream-not-sent-without-callback"),
    }),
  });
  expect((await streams.callbacks({})).items).toEqual([]);
  expect(await core.requests("stream.create")).toBe(0);
});

test("a creation that was proven not sent is a plain failure and leaves nothing behind", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  await core.closeService();
  await expect(streams.create({ form: bucketForm })).rejects.toMatchObject({ code: expect.any(String) });
  expect((await streams.list({})).items).toEqual([]);
});

test("creates a callback once, and reads it", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  const callback = { url: "https://fleet.example.com/in", purpose: "events" };
  expect(await streams.createCallback(callback)).toMatchObject({
    outcome: "created",
    id: "22",
    key: "here:1",
  });
  expect(await streams.createCallback(callback)).toMatchObject({ outcome: "exists", id: "22" });
  expect(await streams.readCallback({ id: "22" })).toMatchObject({ ...callback, organisation: "4401" });
  await expect(streams.readCallback({ id: "99" })).rejects.toMatchObject({ code: "callback-unknown" });
  await expect(streams.createCallback({ ...callback, url: "x" })).rejects.toMatchObject({
    details: { field: "url" },
  });
  expect(core.proxy.changes).toEqual([
    { method: "POST", path: "/api/v1/api_callback", body: JSON.stringify(callback) },
  ]);
});

test("the trust relationship names the signed-in organisation", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  const { role, region, name } = bucketForm;
  const input = { destination: "object-storage", role, region, name, principal: "" } as const;
  expect(await streams.trust(input)).toMatchObject({ externalId: "org-4401" });
  expect(await streams.trust({ ...input, organisation: "7" })).toMatchObject({ externalId: "org-7" });
});
