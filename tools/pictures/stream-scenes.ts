/** Data streams and API callbacks: what is known, one whose answer was lost, and a new one step by step. */
import type { Page } from "playwright-core";
import type { Simulator } from "../../main/simulator/simulator.ts";
import type { Scene } from "./scenes.ts";
import { ask } from "./stage.ts";

const role = "arn:aws:iam::123456789012:role/fleet-delivery";
const bucket = { destination: "object-storage", content: "usage-and-events", role, region: "eu-west-1" } as const;

/** One of each destination; of the last nobody knows what came of it. */
async function createSome(page: Page, service: Simulator): Promise<void> {
  const create = async (form: object): Promise<void> => {
    await ask(page, "streams.create", { form });
  };
  const callback = { kind: "new", url: "https://fleet.example.com/in", purpose: "Events of the tracker fleet" };
  await create({ destination: "rest-api", content: "events", callback });
  await create({ ...bucket, name: "fleet-data" });
  service.setFaults({ seed: 1, rules: [{ kind: "reset-before", rate: 1, on: "stream.create" }] });
  await create({ ...bucket, destination: "cloud-stream", name: "fleet-events", historic: true });
  service.setFaults({ seed: 1, rules: [] });
  await ask(page, "streams.refreshCallbacks", {});
}

const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) {
    await page.getByRole("textbox", { name, exact: true }).fill(value);
  }
};

const row = async (page: Page, name: RegExp): Promise<void> => await page.getByRole("button", { name }).click();

/** Emptied, so that the form is found as a person finds it. */
const empty = async (page: Page): Promise<void> => await row(page, /^Empty the form$/);

export function streamScenes(service: Simulator): readonly Scene[] {
  return [
    {
      name: "streams",
      at: "/streams",
      prepare: async (page) => await createSome(page, service),
      act: async (page) => await row(page, /fleet-data/),
    },
    { name: "streams-unknown", at: "/streams", act: async (page) => await row(page, /fleet-events/) },
    {
      name: "stream-destination",
      at: "/streams?stream=new",
      act: async (page) => await page.getByRole("radio", { name: "Object storage" }).check(),
    },
    {
      name: "stream-where",
      at: "/streams?stream=new&step=where",
      act: async (page) => await fill(page, { Role: role, Region: "eu-west-1", "Name of the bucket": "meters" }),
    },
    { name: "stream-check", at: "/streams?stream=new&step=check" },
    {
      name: "stream-new-url",
      at: "/streams?stream=new&step=destination",
      act: async (page) => {
        await page.getByRole("radio", { name: "REST callback" }).check();
        await row(page, /^Next$/);
        await page.getByRole("radio", { name: "New URL", exact: true }).check();
        await fill(page, { URL: "https://fleet.example.com/meters", Purpose: "Meter readings" });
        await row(page, /^Next$/);
        await page.getByRole("button", { name: "Send", exact: true }).waitFor();
      },
      leave: empty,
    },
    {
      name: "stream-wrong-field",
      at: "/streams?stream=new&step=destination",
      act: async (page) => {
        await page.getByRole("radio", { name: "Cloud data stream" }).check();
        await row(page, /^Next$/);
        await fill(page, { Role: "fleet-delivery", Region: "eu-west-1" });
        await row(page, /^Next$/);
        await page.getByText("The role must contain", { exact: false }).waitFor();
      },
      leave: empty,
    },
    {
      name: "callbacks",
      at: "/streams/callbacks",
      act: async (page) => await row(page, /fleet\.example\.com\/in/),
    },
  ];
}
