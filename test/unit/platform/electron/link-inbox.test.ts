import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { type LinkInbox, createLinkInbox } from "../../../../main/platform/electron/deep-link.ts";

function inbox(args: readonly string[] = []): { readonly app: EventEmitter; readonly links: LinkInbox } {
  const app = new EventEmitter();
  return { app, links: createLinkInbox(app as unknown as Parameters<typeof createLinkInbox>[0], args) };
}

const event = { preventDefault: (): void => undefined };

test("the link of the start waits for the window", () => {
  const visits: unknown[] = [];
  inbox(["electron", "fleetdesk://a"]).links.open((address) => visits.push(address));
  expect(visits).toEqual(["/a"]);
});

test("a link that arrives while the window is being created replaces the first one", () => {
  const { app, links } = inbox(["fleetdesk://a"]);
  app.emit("open-url", event, "fleetdesk://b");
  app.emit("second-instance", event, ["electron", "."]);
  const visits: unknown[] = [];
  links.open((address) => visits.push(address));
  expect(visits).toEqual(["/b"]);
});

test("later visits are delivered as they arrive, with a link or without", () => {
  const { app, links } = inbox();
  const visits: unknown[] = [];
  links.open((address) => visits.push(address));
  app.emit("second-instance", event, ["electron", ".", "fleetdesk://c?d=1"]);
  app.emit("open-url", event, "fleetdesk://../..");
  app.emit("activate");
  expect(visits).toEqual(["/c?d=1", undefined, undefined]);
});
