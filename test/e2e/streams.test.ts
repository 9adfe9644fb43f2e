/** Data streams and API callbacks on screen, against the simulator: what the service has at the end decides. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { CallbackList, StreamList } from "#contract/streams.ts";
import { breakService, startService, type Service } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { findingsInBoth, nothing } from "./support/axe.ts";
import { connectForSending } from "./support/campaign-runs.ts";

const role = "arn:aws:iam::123456789012:role/fleet";

/** One of its own for each test that sends: the same place a second time is asked about. */
const bucketNamed = (name: string): Readonly<Record<string, string>> => ({
  Role: role,
  Region: "eu-west-1",
  "Name of the bucket": name,
});
const bucket = bucketNamed("fleet-data");

interface Open {
  readonly page: Page;
  readonly service: Service;
}

async function launch(): Promise<Open> {
  const service = await startService({ endpoints: 20 });
  const { page } = await launchFleetdesk();
  await connectForSending(page, service);
  return { page, service };
}

const shared = shareInFile(launch);

/** In the shared program, with nothing typed. */
async function open(address: string): Promise<Open> {
  const { page, service } = shared();
  await goTo(page, "/streams?stream=new&step=destination");
  await page.getByRole("heading", { name: "New data stream", level: 2 }).waitFor();
  const empty = page.getByRole("button", { name: "Empty the form" });
  if (await empty.isVisible()) await empty.click();
  await page.getByRole("button", { name: "New data stream", exact: true }).waitFor();
  await goTo(page, address);
  return { page, service };
}

/** What the service says that it has. */
async function listed(page: Page): Promise<StreamList["items"]> {
  return ((await ask(page, "streams.refresh", {})) as StreamList).items;
}

async function callbackAt(page: Page, url: string): Promise<string | undefined> {
  const { items } = (await ask(page, "streams.callbacks", {})) as CallbackList;
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
  await press(page, "Next");
  for (const name of more) await page.getByRole("radio", { name, exact: true }).check();
}

/** What is shown of the requests. */
const shownRequest = async (page: Page, number: number): Promise<string> =>
  (await page.getByRole("region", { name: `request ${number}`, exact: true }).textContent()) ?? "";

test("a stream to a bucket is described in steps, shown to the letter, sent, and listed by the service", async () => {
  const { page } = await open("/streams?stream=new");
  const before = await listed(page);
  await choose(page, "Object storage");
  await fill(page, { ...bucket, "Account or role of the service": "210987654321" });
  const policy = page.getByRole("region", { name: "trust policy", exact: true });
  await expect.poll(() => policy.textContent()).toContain("arn:aws:iam::210987654321:root");
  expect(await policy.textContent()).toContain('"sts:ExternalId": "org-4401"');
  await press(page, "Next");
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  await expect.poll(() => shownRequest(page, 1)).toContain("api_parameter");
  const request = await shownRequest(page, 1);
  expect(JSON.parse(request)).toMatchObject({ api_username: role, api_parameter: "eu-west-1/fleet-data" });
  await press(page, "Send");
  await page.getByRole("heading", { name: "eu-west-1/fleet-data" }).waitFor();
  // What was sent is what was shown, and the form is free for another one.
  await expect.poll(() => shownRequest(page, 1)).toBe(request);
  await page.getByRole("button", { name: "New data stream", exact: true }).waitFor();
  await press(page, "Ask the service");
  const added = (await listed(page)).filter(({ key }) => before.every((one) => one.key !== key));
  const id = String(501 + before.length);
  expect(added).toMatchObject([{ id, source: "both", target: "eu-west-1/fleet-data" }]);
});

const wrong: readonly (readonly [
  label: string,
  destination: string,
  more: readonly string[],
  fields: Readonly<Record<string, string>>,
  sentence: RegExp,
])[] = [
  ["Role", "Object storage", [], { ...bucket, Role: "fleet" }, /account id and a role name/],
  ["Region", "Object storage", [], { ...bucket, Region: "" }, /^The region is missing/],
  ["Name of the bucket", "Object storage", [], { ...bucket, "Name of the bucket": "a/b" }, /must not contain a slash/],
  [
    "Name of the stream",
    "Cloud data stream",
    [],
    { Role: role, Region: "eu-west-1" },
    /^The name of the stream is missing/,
  ],
  ["URL", "REST callback", ["New URL"], { URL: "fleet.example.com", Purpose: "events" }, /begins with https/],
  ["Purpose", "REST callback", ["New URL"], { URL: "https://fleet.example.com/in" }, /what the callback is used for/],
];

test("each field that is wrong is named with a sentence, nothing is sent, and what was typed stays", async () => {
  const { page, service } = await open("/streams");
  const creations = async (): Promise<readonly number[]> => [
    await service.calls("stream.create"),
    await service.calls("callback.create"),
  ];
  const before = await creations();
  for (const [label, destination, more, fields, sentence] of wrong) {
    await goTo(page, "/streams?stream=new&step=destination");
    await choose(page, destination, ...more);
    await fill(page, fields);
    await press(page, "Next");
    await expect.poll(() => field(page, label).getAttribute("aria-invalid")).toBe("true");
    await page.getByText(sentence).waitFor();
    for (const [name, value] of Object.entries(fields)) expect(await field(page, name).inputValue()).toBe(value);
    await press(page, "Empty the form");
  }
  await goTo(page, "/streams?stream=new&step=where");
  await page.getByRole("combobox", { name: "Id of the callback" }).fill("main");
  await press(page, "3 Check and send");
  await page.getByText("The id of an API callback must be a whole number above 0.").waitFor();
  await press(page, "Go to “Where to”");
  await expect.poll(() => page.getByRole("combobox", { name: "Id of the callback" }).inputValue()).toBe("main");

  await goTo(page, "/streams/callbacks?callback=new");
  await fill(page, { URL: "ftp://fleet.example.com", Purpose: "events" });
  await press(page, "Create");
  await expect.poll(() => field(page, "URL").getAttribute("aria-invalid")).toBe("true");
  await fill(page, { URL: "https://fleet.example.com/in", Purpose: "" });
  await press(page, "Create");
  await expect.poll(() => field(page, "Purpose").getAttribute("aria-invalid")).toBe("true");
  expect(await field(page, "URL").inputValue()).toBe("https://fleet.example.com/in");
  expect(await creations()).toEqual(before);
});

test("a refused stream keeps what was typed; its callback stays, and is used when it is sent again", async () => {
  const { page, service } = await open("/streams?stream=new");
  breakService(service, { kind: "refuse", on: "stream.create" });
  const callbacks = await service.calls("callback.create");
  const streams = await service.calls("stream.create");
  const url = "https://fleet.example.com/refused";
  await choose(page, "REST callback", "New URL");
  await fill(page, { URL: url, Purpose: "events" });
  await press(page, "Next");
  await expect.poll(() => shownRequest(page, 2)).toContain("‹id of the new callback›");
  await press(page, "Send");
  await page.getByText("The data stream was not created").waitFor();
  const id = await callbackAt(page, url);
  await page.getByText(`Callback ${id} was created before; it stays`).waitFor();
  await page.getByText(`Callback ${id} has this URL and purpose already`).waitFor();
  await press(page, "Back");
  await expect.poll(() => field(page, "URL").inputValue()).toBe(url);
  expect(await field(page, "Purpose").inputValue()).toBe("events");
  service.setFaults({});
  await press(page, "Next");
  await press(page, "Send");
  await page.getByRole("heading", { name: url }).waitFor();
  expect(await service.calls("callback.create")).toBe(callbacks + 1);
  expect(await service.calls("stream.create")).toBe(streams + 2);
});

test("what is typed outlives the page and the window, and is not replaced by a copy without being asked", async () => {
  const { page } = await open("/streams");
  await ask(page, "streams.create", {
    form: { destination: "cloud-stream", content: "usage-and-events", role, region: "eu-west-1", name: "events" },
  });
  await goTo(page, "/streams?stream=new");
  await choose(page, "Object storage");
  await fill(page, bucket);
  await goTo(page, "/messages");
  await page.reload();
  await goTo(page, "/streams");
  await press(page, "Go on with the new data stream");
  await press(page, "2 Where to");
  for (const [name, value] of Object.entries(bucket)) {
    await expect.poll(() => field(page, name).inputValue()).toBe(value);
  }

  await page.getByRole("button", { name: /eu-west-1\/events/ }).click();
  await press(page, "Send the same again elsewhere…");
  await press(page, "Go on with it instead");
  await press(page, "2 Where to");
  await expect.poll(() => field(page, "Name of the bucket").inputValue()).toBe("fleet-data");
  await page.getByRole("button", { name: /eu-west-1\/events/ }).click();
  await press(page, "Send the same again elsewhere…");
  await press(page, "Replace it");
  await expect.poll(() => field(page, "Name of the stream").inputValue()).toBe("events");
  await press(page, "Next");
  await press(page, "Send");
  await page.getByText(/delivers the same to the same place; nothing was sent/).waitFor();
  await press(page, "Send anyway");
  await expect.poll(() => page.getByRole("row", { name: /eu-west-1\/events/ }).count()).toBe(2);
});

test("a lost answer is said to be unknown, is not sent again, and is settled by a person where nothing else can", async () => {
  const { page, service } = await open("/streams?stream=new");
  breakService(
    service,
    { kind: "reset-before", on: "stream.create" },
    { kind: "refuse", status: 404, on: "stream.list" },
  );
  const before = await service.calls("stream.create");
  await press(page, "Ask the service");
  await page.getByText("Not offered by this service").waitFor();
  await choose(page, "Object storage");
  await fill(page, bucketNamed("lost-data"));
  await press(page, "Next");
  await press(page, "Send");
  await page.getByText("What came of it is not known").waitFor();
  await press(page, "Send");
  await page.getByText(/The same data stream was sent at .*No list of the service can tell/).waitFor();
  expect(await service.calls("stream.create")).toBe(before + 1);
  await page.getByRole("link", { name: "The data stream that is meant" }).click();
  await page.getByText("It is not known whether this data stream was created").waitFor();
  await press(page, "It was not created");
  await page.getByText("The answer was lost; you said that it was not created.").waitFor();
  await expect.poll(() => page.getByRole("row", { name: /lost-data.*not created/ }).count()).toBe(1);
});

test("nothing there, not asked and could not be asked are told apart", async () => {
  // A program of its own: the shared one has asked.
  const { page, service } = await launch();
  breakService(service, { kind: "error-before", on: "stream.list" });
  await goTo(page, "/streams");
  await page.getByText("The service was not asked just now").waitFor();
  await page.getByText("The service has not been asked yet.").waitFor();
  await page.getByText("No data stream is known from this computer").waitFor();
  service.setFaults({});
  await press(page, "Ask the service");
  await page.getByRole("heading", { name: "No data streams" }).waitFor();
});

test("a callback is made, read again, and a stream begun to it", async () => {
  const { page } = await open("/streams/callbacks");
  const url = "https://fleet.example.com/made";
  await press(page, "New API callback");
  await fill(page, { URL: url, Purpose: "events" });
  await press(page, "Create");
  await page.getByRole("heading", { name: url }).waitFor();
  await press(page, "Read it again");
  await expect.poll(() => page.getByText("Listed as of").count()).toBe(1);
  expect(await findingsInBoth(page)).toEqual(nothing);
  await press(page, "New data stream to it");
  const id = await callbackAt(page, url);
  await expect.poll(() => page.getByRole("combobox", { name: "Id of the callback" }).inputValue()).toBe(id);
  await press(page, "Next");
  await press(page, "Send");
  await page.getByRole("region", { name: "What was sent" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});

test("axe finds nothing at a field that is wrong, before sending, and where an answer was lost", async () => {
  const { page, service } = await open("/streams?stream=new");
  breakService(service, { kind: "reset-before", on: "stream.create" });
  await choose(page, "Object storage");
  await press(page, "Next");
  for (const name of Object.keys(bucket)) {
    await expect.poll(() => field(page, name).getAttribute("aria-invalid")).toBe("true");
  }
  await page.getByText("The role is missing.", { exact: true }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await fill(page, bucketNamed("watched-data"));
  await press(page, "Next");
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await press(page, "Send");
  await page.getByText("What came of it is not known").waitFor();
  await press(page, "Look in the service’s list");
  await page.getByText(/for a new data stream to eu-west-1\/.*none was found.*It stays unknown until/).waitFor();
  await page.getByRole("button", { name: "Send anyway" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});
