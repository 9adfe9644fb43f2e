/** Data streams and API callbacks on screen, against the simulator: the final state at the service decides. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Stream } from "#shared/contract/network/stream-schemas.ts";
import type { CallbackList, StreamList } from "#shared/contract/network/streams.ts";
import { formatDateTime } from "#shared/format.ts";
import { breakService, startService, type Service } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { connectForSending } from "./support/campaign-runs.ts";

const role = "arn:aws:iam::123456789012:role/fleet";

const roleField = t(($) => $.network.streams.form.role);
const regionField = t(($) => $.network.streams.form.region);
const bucketField = t(($) => $.network.streams.form.bucketName);
const streamField = t(($) => $.network.streams.form.streamName);
const urlField = t(($) => $.network.streams.callbacks.url);
const purposeField = t(($) => $.network.streams.callbacks.purpose);
const objectStorage = t(($) => $.network.streams.destination.objectStorage);
const cloudStream = t(($) => $.network.streams.destination.cloudStream);
const restApi = t(($) => $.network.streams.destination.restApi);
const newUrl = t(($) => $.network.streams.form.newUrl);
const newStream = t(($) => $.network.streams.list.new);
const discardDraft = t(($) => $.network.streams.form.discard);
const createStream = t(($) => $.network.streams.review.create);
const next = t(($) => $.common.next);
const refresh = t(($) => $.shell.commands.refreshStreams.title);
const step = (number: number, title: string): string => t(($) => $.network.streams.form.step, { number, title });
const targetStep = step(
  2,
  t(($) => $.network.streams.form.targetStep),
);

/** A separate one for each test that sends: a duplicate destination needs a confirmation. */
const bucketNamed = (name: string): Readonly<Record<string, string>> => ({
  [roleField]: role,
  [regionField]: "eu-west-1",
  [bucketField]: name,
});
const bucket = bucketNamed("fleet-data");

interface Open {
  readonly page: Page;
  readonly service: Service;
}

async function launch(): Promise<Open> {
  const service = await startService({ endpoints: 20 });
  const { page } = await launchFleetdesk();
  // The list may disprove a lost creation only after this time, however slow the computer is.
  await connectForSending(page, service, { reconcileAfterMs: 600_000 });
  return { page, service };
}

const shared = shareInFile(launch);

/** In the shared program, with empty drafts. */
async function open(address: string): Promise<Open> {
  const { page, service } = shared();
  await goTo(page, "/streams?stream=new&step=destination");
  await page.getByRole("heading", { name: newStream, level: 2 }).waitFor();
  const empty = page.getByRole("button", { name: discardDraft });
  if (await empty.isVisible()) await empty.click();
  await page.getByRole("button", { name: newStream, exact: true }).waitFor();
  await goTo(page, address);
  return { page, service };
}

/** The service's streams and callbacks. */
async function listed(page: Page): Promise<StreamList["items"]> {
  return ((await callCore(page, "streams.refresh", {})) as StreamList).items;
}

async function callbackAt(page: Page, url: string): Promise<string | undefined> {
  const { items } = (await callCore(page, "streams.callbacks", {})) as CallbackList;
  return items.find((item) => item.url === url)?.id;
}

const field = (page: Page, name: string): ReturnType<Page["getByRole"]> =>
  page.getByRole("textbox", { name, exact: true });

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await field(page, name).fill(value);
}

const press = async (page: Page, name: string): Promise<void> =>
  await page.getByRole("button", { name, exact: true }).click();

async function choose(page: Page, destination: string, ...more: readonly string[]): Promise<void> {
  await page.getByRole("radio", { name: destination, exact: true }).check();
  await press(page, next);
  for (const name of more) await page.getByRole("radio", { name, exact: true }).check();
}

/** The previewed requests. */
const requestText = async (page: Page, number: number): Promise<string> =>
  (await page
    .getByRole("region", { name: t(($) => $.network.streams.review.request, { number }), exact: true })
    .textContent()) ?? "";

async function streamAt(page: Page, target: string): Promise<Stream | undefined> {
  const { items } = (await callCore(page, "streams.list", {})) as StreamList;
  return items.find((item) => item.target === target);
}

/** "2031-12-31 23:59:59 UTC", rounded up. */
function utcSecond(at: number): string {
  return `${new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** The page's text for a list without a match for a lost creation, and until when that is open. */
async function noMatch(page: Page, target: string): Promise<string> {
  const { asOf = 0, items } = (await callCore(page, "streams.list", {})) as StreamList;
  const { resolvableFrom = 0 } = items.find((item) => item.target === target)?.creation ?? {};
  const until = t(($) => $.network.streams.outcome.until, { until: formatDateTime(resolvableFrom) });
  return `${t(($) => $.network.streams.outcome.noMatchFor, { time: formatDateTime(asOf), target })} ${until}`;
}

test("a stream to a bucket is described in steps, previewed exactly, sent, and listed by the service", async () => {
  const { page } = await open("/streams?stream=new");
  const before = await listed(page);
  await choose(page, objectStorage);
  await fill(page, { ...bucket, [t(($) => $.network.streams.trust.principal)]: "210987654321" });
  const policy = page.getByRole("region", { name: t(($) => $.network.streams.trust.trustPolicy), exact: true });
  await expect.poll(() => policy.textContent()).toContain("arn:aws:iam::210987654321:root");
  expect(await policy.textContent()).toContain('"sts:ExternalId": "org-4401"');
  await press(page, next);
  await page.getByRole("button", { name: createStream, exact: true }).waitFor();
  await expect.poll(() => requestText(page, 1)).toContain("api_parameter");
  const request = await requestText(page, 1);
  expect(JSON.parse(request)).toMatchObject({ api_username: role, api_parameter: "eu-west-1/fleet-data" });
  await press(page, createStream);
  await page.getByRole("heading", { name: "eu-west-1/fleet-data" }).waitFor();
  // The preview was sent, and the form is empty for another one.
  await expect.poll(() => requestText(page, 1)).toBe(request);
  await page.getByRole("button", { name: newStream, exact: true }).waitFor();
  await press(page, refresh);
  const added = (await listed(page)).filter(({ key }) => before.every((one) => one.key !== key));
  const id = String(501 + before.length);
  expect(added).toMatchObject([{ id, source: "both", target: "eu-west-1/fleet-data" }]);
});

const wrong: readonly (readonly [
  label: string,
  destination: string,
  more: readonly string[],
  fields: Readonly<Record<string, string>>,
  text: CodedText,
])[] = [
  [roleField, objectStorage, [], { ...bucket, [roleField]: "fleet" }, codedText("role-shape")],
  [regionField, objectStorage, [], { ...bucket, [regionField]: "" }, codedText("region-missing")],
  [bucketField, objectStorage, [], { ...bucket, [bucketField]: "a/b" }, codedText("bucket-name-slash")],
  [streamField, cloudStream, [], { [roleField]: role, [regionField]: "eu-west-1" }, codedText("stream-name-missing")],
  [
    urlField,
    restApi,
    [newUrl],
    { [urlField]: "fleet.example.com", [purposeField]: "events" },
    codedText("url-not-http"),
  ],
  [
    purposeField,
    restApi,
    [newUrl],
    { [urlField]: "https://fleet.example.com/in" },
    codedText("callback-purpose-missing"),
  ],
];

test("names each invalid field with a message, sends nothing, and preserves the draft", async () => {
  const { page, service } = await open("/streams");
  const creations = async (): Promise<readonly number[]> => [
    await service.calls("stream.create"),
    await service.calls("callback.create"),
  ];
  const before = await creations();
  for (const [label, destination, more, fields, text] of wrong) {
    await goTo(page, "/streams?stream=new&step=destination");
    await choose(page, destination, ...more);
    await fill(page, fields);
    await press(page, next);
    await expect.poll(() => field(page, label).getAttribute("aria-invalid")).toBe("true");
    await page.getByText(formatText(text), { exact: true }).waitFor();
    for (const [name, value] of Object.entries(fields)) expect(await field(page, name).inputValue()).toBe(value);
    await press(page, discardDraft);
  }
  await goTo(page, "/streams?stream=new&step=target");
  await page.getByRole("combobox", { name: t(($) => $.network.streams.form.callbackId) }).fill("main");
  await press(
    page,
    step(
      3,
      t(($) => $.network.streams.form.reviewStep),
    ),
  );
  await page.getByText(formatText(codedText("callback-id-invalid"))).waitFor();
  await press(
    page,
    t(($) => $.network.streams.review.goToStep, { step: t(($) => $.network.streams.form.targetStep) }),
  );
  await expect
    .poll(() => page.getByRole("combobox", { name: t(($) => $.network.streams.form.callbackId) }).inputValue())
    .toBe("main");

  await goTo(page, "/streams/callbacks?callback=new");
  await fill(page, { [urlField]: "ftp://fleet.example.com", [purposeField]: "events" });
  await press(
    page,
    t(($) => $.network.streams.callbacks.create),
  );
  await expect.poll(() => field(page, urlField).getAttribute("aria-invalid")).toBe("true");
  await fill(page, { [urlField]: "https://fleet.example.com/in", [purposeField]: "" });
  await press(
    page,
    t(($) => $.network.streams.callbacks.create),
  );
  await expect.poll(() => field(page, purposeField).getAttribute("aria-invalid")).toBe("true");
  expect(await field(page, urlField).inputValue()).toBe("https://fleet.example.com/in");
  expect(await creations()).toEqual(before);
});

test("a rejected stream preserves its draft; its callback remains, and is used by the next attempt", async () => {
  const { page, service } = await open("/streams?stream=new");
  breakService(service, { kind: "refuse", on: "stream.create" });
  const callbacks = await service.calls("callback.create");
  const streams = await service.calls("stream.create");
  const url = "https://fleet.example.com/refused";
  await choose(page, restApi, newUrl);
  await fill(page, { [urlField]: url, [purposeField]: "events" });
  await press(page, next);
  await expect.poll(() => requestText(page, 2)).toContain(t(($) => $.network.streams.form.newCallbackId));
  await press(page, createStream);
  await page.getByText(t(($) => $.network.streams.review.notCreated)).waitFor();
  const id = (await callbackAt(page, url)) ?? "";
  await page.getByText(formatText(codedText("stream-callback-stays", { callback: id }))).waitFor();
  await page.getByText(formatText(codedText("callback-reused", { callback: id }))).waitFor();
  await press(
    page,
    t(($) => $.common.back),
  );
  await expect.poll(() => field(page, urlField).inputValue()).toBe(url);
  expect(await field(page, purposeField).inputValue()).toBe("events");
  service.setFaults({});
  await press(page, next);
  await press(page, createStream);
  await page.getByRole("heading", { name: url }).waitFor();
  expect(await service.calls("callback.create")).toBe(callbacks + 1);
  expect(await service.calls("stream.create")).toBe(streams + 2);
});

test("a draft survives the page and the window, and is replaced by a copy only after a confirmation", async () => {
  const { page } = await open("/streams");
  await callCore(page, "streams.create", {
    form: { destination: "cloud-stream", content: "usage-and-events", role, region: "eu-west-1", name: "events" },
  });
  await goTo(page, "/streams?stream=new");
  await choose(page, objectStorage);
  await fill(page, bucket);
  await goTo(page, "/messages");
  await page.reload();
  await goTo(page, "/streams");
  await press(
    page,
    t(($) => $.network.streams.list.continueDraft),
  );
  await press(page, targetStep);
  for (const [name, value] of Object.entries(bucket)) {
    await expect.poll(() => field(page, name).inputValue()).toBe(value);
  }

  await page.getByRole("button", { name: /eu-west-1\/events/ }).click();
  await press(
    page,
    t(($) => $.network.streams.detail.duplicate),
  );
  await press(
    page,
    t(($) => $.network.streams.detail.keepDraft),
  );
  await press(
    page,
    t(($) => $.network.streams.list.continueDraft),
  );
  await press(page, targetStep);
  await expect.poll(() => field(page, bucketField).inputValue()).toBe("fleet-data");
  await page.getByRole("button", { name: /eu-west-1\/events/ }).click();
  await press(
    page,
    t(($) => $.network.streams.detail.duplicate),
  );
  await press(
    page,
    t(($) => $.network.streams.detail.replaceDraft),
  );
  await expect.poll(() => field(page, streamField).inputValue()).toBe("events");
  await press(page, next);
  await press(page, createStream);
  const { id: stream = "" } = (await streamAt(page, "eu-west-1/events")) ?? {};
  await page.getByText(formatText(codedText("stream-exists", { stream }))).waitFor();
  await press(
    page,
    t(($) => $.network.streams.outcome.sendAnyway),
  );
  await expect.poll(() => page.getByRole("button", { name: /eu-west-1\/events/ }).count()).toBe(2);
  await expect.poll(() => page.url()).not.toContain("stream=new");
});

test("a lost response is reported as unknown, is not sent again, and is resolved by the operator where nothing else can", async () => {
  const { page, service } = await open("/streams?stream=new");
  breakService(
    service,
    { kind: "reset-before", on: "stream.create" },
    { kind: "refuse", status: 404, on: "stream.list" },
  );
  const before = await service.calls("stream.create");
  await press(page, refresh);
  await page.getByText(t(($) => $.network.streams.list.noList)).waitFor();
  await choose(page, objectStorage);
  await fill(page, bucketNamed("lost-data"));
  await press(page, next);
  await press(page, createStream);
  await page
    .getByText(
      t(($) => $.common.outcomeUnknown),
      { exact: true },
    )
    .first()
    .waitFor();
  await press(page, createStream);
  const { creation } = (await streamAt(page, "eu-west-1/lost-data")) ?? {};
  const sent = utcSecond(creation?.sentAt ?? 0);
  await page.getByText(formatText(codedText("stream-unconfirmed-no-list", { sent }))).waitFor();
  expect(await service.calls("stream.create")).toBe(before + 1);
  await page.getByRole("link", { name: t(($) => $.network.streams.outcome.openStream) }).click();
  await page.getByText(t(($) => $.network.streams.outcome.title)).waitFor();
  await press(
    page,
    t(($) => $.network.streams.outcome.notCreated),
  );
  await page.getByText(formatText(codedText("confirmed-not-created"))).waitFor();
  await expect
    .poll(() =>
      page
        .getByRole("button", { name: "lost-data" })
        .getByText(
          t(($) => $.network.streams.state.notCreated),
          { exact: true },
        )
        .count(),
    )
    .toBe(1);
});

test("distinguishes no streams, not loaded and failed to load", async () => {
  // A separate program: the shared one has requested them.
  const { page, service } = await launch();
  breakService(service, { kind: "error-before", on: "stream.list" });
  await goTo(page, "/streams");
  await page.getByRole("alert").first().waitFor();
  expect(await callCore(page, "streams.list", {})).toMatchObject({ state: "never" });
  await page.getByText(t(($) => $.network.streams.list.emptyLocalTitle)).waitFor();
  service.setFaults({});
  await press(page, refresh);
  await page.getByRole("heading", { name: t(($) => $.network.streams.list.emptyTitle) }).waitFor();
});

test("a callback is created, read again, and a stream to it started", async () => {
  const { page } = await open("/streams/callbacks");
  const url = "https://fleet.example.com/made";
  await press(
    page,
    t(($) => $.network.streams.callbacks.new),
  );
  await fill(page, { [urlField]: url, [purposeField]: "events" });
  await press(
    page,
    t(($) => $.network.streams.callbacks.create),
  );
  await page.getByRole("heading", { name: url }).waitFor();
  await press(
    page,
    t(($) => $.network.streams.callbacks.refresh),
  );
  await expect.poll(() => page.getByText(t(($) => $.network.streams.detail.listedAsOf)).count()).toBe(1);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await press(
    page,
    t(($) => $.network.streams.callbacks.newStream),
  );
  const id = await callbackAt(page, url);
  await expect
    .poll(() => page.getByRole("combobox", { name: t(($) => $.network.streams.form.callbackId) }).inputValue())
    .toBe(id);
  await press(page, next);
  await press(page, createStream);
  await page.getByRole("region", { name: t(($) => $.network.streams.detail.requests) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});

test("axe finds no violations at an invalid field, before sending, and after a lost response", async () => {
  const { page, service } = await open("/streams?stream=new");
  breakService(service, { kind: "reset-before", on: "stream.create" });
  await choose(page, objectStorage);
  await press(page, next);
  for (const name of Object.keys(bucket)) {
    await expect.poll(() => field(page, name).getAttribute("aria-invalid")).toBe("true");
  }
  await page.getByText(formatText(codedText("role-missing")), { exact: true }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await fill(page, bucketNamed("watched-data"));
  await press(page, next);
  await page.getByRole("button", { name: createStream, exact: true }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await press(page, createStream);
  await page
    .getByText(
      t(($) => $.common.outcomeUnknown),
      { exact: true },
    )
    .first()
    .waitFor();
  await press(
    page,
    t(($) => $.network.streams.outcome.refresh),
  );
  await expect.poll(async () => await page.getByText(await noMatch(page, "eu-west-1/watched-data")).count()).toBe(1);
  await page.getByRole("button", { name: t(($) => $.network.streams.outcome.sendAnyway) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});
