/** Creating data streams against the simulator: the previewed requests are sent byte for byte; rejections and callbacks that remain. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { openCore } from "../../../../make/core.ts";
import { streamOptions } from "../../../../make/network-options.ts";
import { bucketForm, existingForm, streamForm, urlForm } from "../../../../make/stream-forms.ts";

test.each([
  ["an existing callback", existingForm],
  ["object storage", bucketForm],
  ["a cloud data stream", streamForm],
] as const)("for %s, sends the previewed request byte for byte", async (_what, form) => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  const { requests, fingerprint } = await streams.preview({ form });
  expect(core.proxy.changes).toEqual([]);
  const answer = await streams.create({ form, fingerprint });
  expect(answer).toMatchObject({ outcome: "created", id: expect.stringMatching(/^\d+$/) });
  expect(core.proxy.changes).toEqual(requests);
  expect((await streams.show({ key: answer.key ?? "" })).sent).toEqual(requests);
});

test("for a new URL the callback is created first, and its id replaces the placeholder", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  const { requests, fingerprint } = await streams.preview({ form: urlForm });
  expect(requests.map(({ path }) => path)).toEqual(["/api/v1/api_callback", "/api/v1/data_stream"]);
  const answer = await streams.create({ form: urlForm, fingerprint });
  const { callback = "", target } = await streams.show({ key: answer.key ?? "" });
  expect(core.proxy.changes).toEqual(
    requests.map(({ method, path, body, open: place }) => ({
      method,
      path,
      body: place === undefined ? body : body.replace(place, callback),
    })),
  );
  expect(target).toBe(urlForm.callback.url);
});

const inlineForm = {
  ...urlForm,
  callback: { ...urlForm.callback, inline: true, organisation: "4400" },
} as const;

test("a callback described inside its stream is one request with URL, organisation and purpose", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  const { requests, fingerprint } = await streams.preview({ form: inlineForm });
  const { url, purpose } = urlForm.callback;
  expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    expect.objectContaining({ api_callback: { url, organisation_id: "4400", purpose } }),
  ]);
  const answer = await streams.create({ form: inlineForm, fingerprint });
  expect(core.proxy.changes).toEqual(requests);
  expect((await streams.show({ key: answer.key ?? "" })).target).toBe(url);
});

test("where the service has no API callbacks, the callback is sent inside the stream", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  core.setFaults({ kind: "refuse", rate: 1, status: 405, on: ["callback.list", "callback.create"] });
  expect(await streams.create({ form: urlForm })).toMatchObject({ outcome: "created" });
  expect(core.proxy.changes.at(-1)?.body).toContain('"api_callback":{"url":');
  expect(await streams.create({ form: urlForm })).toMatchObject({ outcome: "exists" });
});

test("names an invalid field, and sends, reads and stores nothing", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  const wrong = [
    ["callback", { ...existingForm, callback: { kind: "existing", id: "x" } }],
    ["url", { ...urlForm, callback: { kind: "new", url: "nowhere", purpose: "p" } }],
    ["purpose", { ...urlForm, callback: { kind: "new", url: "https://fleet.example.com", purpose: "" } }],
    ["organisation", { ...inlineForm, callback: { ...inlineForm.callback, organisation: "ACME" } }],
    ["role", { ...bucketForm, role: "fleet" }],
    ["region", { ...bucketForm, region: "" }],
    ["name", { ...streamForm, name: "a/b" }],
    ["content", { ...bucketForm, content: "events" }],
  ] as const;
  for (const [field, form] of wrong) {
    const failure = { code: "invalid-input", details: { field } };
    await expect(streams.preview({ form })).rejects.toMatchObject(failure);
    await expect(streams.create({ form })).rejects.toMatchObject(failure);
  }
  expect(core.proxy.changes).toEqual([]);
  expect([await core.requests("stream.list"), await core.requests("callback.list")]).toEqual([0, 0]);
  expect(await streams.list({})).toEqual({ state: "never", items: [] });
});

test("a callback that was created before its rejected stream is stored and used the next time", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  core.setFaults({ kind: "refuse", rate: 1, on: "stream.create" });
  const rejected = streams.create({ form: urlForm });
  await expect(rejected).rejects.toMatchObject({
    text: { code: "text-pair", params: { second: codedText("stream-callback-stays", { callback: "22" }) } },
    details: { callback: "22" },
  });
  expect((await streams.list({})).items).toEqual([]);
  expect((await streams.callbacks({})).items[0]).toMatchObject({ id: "22", source: "this-computer" });

  core.setFaults();
  const again = await streams.preview({ form: urlForm });
  expect([again.requests.length, again.reused?.callback]).toEqual([1, "22"]);
  await streams.create({ form: urlForm, fingerprint: again.fingerprint });
  expect(core.proxy.changes.slice(2)).toEqual(again.requests);
  expect(core.proxy.changes.filter(({ path }) => path.endsWith("api_callback"))).toHaveLength(1);
});

test("a rejection that names a field of the API names the field of the form", async () => {
  await using core = await openCore(streamOptions);
  const form = { ...existingForm, callback: { kind: "existing", id: "99" } } as const;
  await expect(core.client.streams.create({ form })).rejects.toMatchObject({
    code: "service-1400",
    message: expect.stringContaining("api_callback does not exist."),
    details: { field: "callback", kind: "refused" },
  });
});

test("does not send a request that was not previewed", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  const { fingerprint } = await streams.preview({ form: bucketForm });
  expect(await streams.create({ form: { ...bucketForm, historic: true }, fingerprint })).toMatchObject({
    outcome: "moved",
  });
  expect(core.proxy.changes).toEqual([]);
});

test("a stream with the same content and destination is not created again, unless confirmed", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  const both = await Promise.all([streams.create({ form: bucketForm }), streams.create({ form: bucketForm })]);
  expect(both.map(({ outcome }) => outcome)).toEqual(["created", "exists"]);
  expect((await streams.preview({ form: { ...bucketForm, historic: true } })).same).toEqual(["here:1"]);
  expect(await streams.create({ form: bucketForm, allowSame: true })).toMatchObject({ outcome: "created" });
  expect(core.proxy.changes).toHaveLength(2);
});

test("a copy on another connection uses URL and purpose, since ids are not valid there", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  await streams.refreshCallbacks({});
  const { key = "" } = await streams.create({ form: existingForm });
  const { form } = await streams.show({ key });
  expect(form).toMatchObject({ callback: { kind: "new", url: "https://fleet.example.com/sms" } });
  // Here the id means the callback it came from.
  expect(await streams.preview({ form: form ?? existingForm })).toMatchObject({
    reused: { callback: "21" },
  });
});

test("both requests are in the audit with the requested values", async () => {
  await using core = await openCore(streamOptions);
  const { audit } = core.client;
  await core.client.streams.create({ form: urlForm });
  const { items } = await audit.list({});
  expect(items.slice(0, 2).map(({ operation }) => operation)).toEqual([
    formatText(codedText("create-stream")),
    formatText(codedText("create-callback")),
  ]);
  // Of a URL the audit stores only the origin.
  const { purpose } = urlForm.callback;
  expect(await audit.get({ id: items[1]?.id ?? "" })).toMatchObject({
    after: { url: "https://fleet.example.com/…", purpose },
  });
  expect(await audit.get({ id: items[0]?.id ?? "" })).toMatchObject({ after: { api_callback: { id: 22 } } });
});

test("a stream is unknown in the register while its response is pending, and no list resolves it", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  core.setFaults({ kind: "slow", rate: 1, on: "stream.create", delayMs: 60_000 });
  streams.create({ form: bucketForm }).catch(() => undefined);
  await expect.poll(() => core.requests("stream.create")).toBe(1);
  expect((await streams.list({})).items).toMatchObject([
    { key: "here:1", creation: { state: "unknown", answer: codedText("response-pending") } },
  ]);
  core.setFaults();
  expect((await streams.refresh({})).items).toMatchObject([
    { key: "here:1", creation: { state: "unknown", answer: codedText("response-pending") } },
    { key: "service:501" },
  ]);
});

test("stored streams are removed with their connection", async () => {
  await using core = await openCore(streamOptions);
  const { streams } = core.client;
  await streams.create({ form: bucketForm });
  const { connections, session } = core.client;
  await session.signOut({});
  await connections.delete({ connection: "practice" });
  await core.connect("practice");
  expect(await streams.list({})).toEqual({ state: "never", items: [] });
});

test("reports a service without data streams of this version, and stores nothing of the creation", async () => {
  await using core = await openCore(streamOptions);
  core.setFaults({ kind: "refuse", rate: 1, status: 405, on: ["stream.list", "stream.create"] });
  await expect(core.client.streams.create({ form: bucketForm })).rejects.toMatchObject({
    code: "not-offered",
    text: codedText("streams-not-offered", { path: "/api/v1/data_stream" }),
  });
  expect((await core.client.streams.list({})).items).toEqual([]);
});
