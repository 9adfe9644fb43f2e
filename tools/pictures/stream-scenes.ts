/** Data streams and API callbacks: the list, one whose response was lost, and a new one step by step. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import type { Simulator } from "../../main/simulator/simulator.ts";
import type { Scene } from "./scenes.ts";
import { callCore } from "./stage.ts";

const next = t(($) => $.common.next);
const form = {
  role: t(($) => $.network.streams.form.role),
  region: t(($) => $.network.streams.form.region),
  bucket: t(($) => $.network.streams.form.bucketName),
  url: t(($) => $.network.streams.callbacks.url),
  purpose: t(($) => $.network.streams.callbacks.purpose),
};

const role = "arn:aws:iam::123456789012:role/fleet-delivery";
const bucket = { destination: "object-storage", content: "usage-and-events", role, region: "eu-west-1" } as const;

/** One for each destination; the outcome of the last is unknown. */
async function createSome(page: Page, service: Simulator): Promise<void> {
  const create = async (form: object): Promise<void> => {
    await callCore(page, "streams.create", { form });
  };
  const callback = { kind: "new", url: "https://fleet.example.com/in", purpose: "Events of the tracker fleet" };
  await create({ destination: "rest-api", content: "events", callback });
  await create({ ...bucket, name: "fleet-data" });
  service.setFaults({ seed: 1, rules: [{ kind: "reset-before", rate: 1, on: "stream.create" }] });
  await create({ ...bucket, destination: "cloud-stream", name: "fleet-events", historic: true });
  service.setFaults({ seed: 1, rules: [] });
  await callCore(page, "streams.refreshCallbacks", {});
}

const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) {
    await page.getByRole("textbox", { name, exact: true }).fill(value);
  }
};

const press = async (page: Page, name: string | RegExp): Promise<void> =>
  await page.getByRole("button", { name }).click();

/** Deletes the draft, so that the form is in its initial state. */
const empty = async (page: Page): Promise<void> =>
  await press(
    page,
    t(($) => $.network.streams.form.discard),
  );

export function streamScenes(service: Simulator): readonly Scene[] {
  return [
    {
      name: "streams",
      at: "/streams",
      prepare: async (page) => await createSome(page, service),
      act: async (page) => await press(page, /fleet-data/),
    },
    { name: "streams-unknown", at: "/streams", act: async (page) => await press(page, /fleet-events/) },
    {
      name: "stream-destination",
      at: "/streams?stream=new",
      act: async (page) =>
        await page.getByRole("radio", { name: t(($) => $.network.streams.destination.objectStorage) }).check(),
    },
    {
      name: "stream-where",
      at: "/streams?stream=new&step=target",
      act: async (page) => await fill(page, { [form.role]: role, [form.region]: "eu-west-1", [form.bucket]: "meters" }),
    },
    { name: "stream-review", at: "/streams?stream=new&step=review" },
    {
      name: "stream-new-url",
      at: "/streams?stream=new&step=destination",
      act: async (page) => {
        await page.getByRole("radio", { name: t(($) => $.network.streams.destination.restApi) }).check();
        await press(page, next);
        await page.getByRole("radio", { name: t(($) => $.network.streams.form.newUrl), exact: true }).check();
        await fill(page, { [form.url]: "https://fleet.example.com/meters", [form.purpose]: "Meter readings" });
        await press(page, next);
        await page.getByRole("button", { name: t(($) => $.network.streams.review.create), exact: true }).waitFor();
      },
      leave: empty,
    },
    {
      name: "stream-wrong-field",
      at: "/streams?stream=new&step=destination",
      act: async (page) => {
        await page.getByRole("radio", { name: t(($) => $.network.streams.destination.cloudStream) }).check();
        await press(page, next);
        await fill(page, { [form.role]: "fleet-delivery", [form.region]: "eu-west-1" });
        await press(page, next);
        await page.getByText(formatText(codedText("role-shape"))).waitFor();
      },
      leave: empty,
    },
    {
      name: "callbacks",
      at: "/streams/callbacks",
      act: async (page) => await press(page, /fleet\.example\.com\/in/),
    },
  ];
}
