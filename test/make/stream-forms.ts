/** Completed forms of data streams: one for each destination. */
import type { StreamForm } from "#shared/contract/network/stream-schemas.ts";

const role = "arn:aws:iam::123456789012:role/fleet";

export const bucketForm = {
  destination: "object-storage",
  content: "usage-and-events",
  historic: false,
  role,
  region: "eu-west-1",
  name: "fleet-data",
} as const satisfies StreamForm;

export const streamForm = { ...bucketForm, destination: "cloud-stream", historic: true } as const satisfies StreamForm;

export const urlForm = {
  destination: "rest-api",
  content: "events",
  historic: false,
  callback: { kind: "new", url: 'https://fleet.example.com/ein-gäng?a=1&b="2"', purpose: "Ereignisse “hier”" },
} as const satisfies StreamForm;

export const existingForm = { ...urlForm, callback: { kind: "existing", id: "21" } } as const satisfies StreamForm;
