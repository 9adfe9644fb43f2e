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

test("an evidence file that was opened is taken once, and its address contains no path", () => {
  const { app, links } = inbox(["fleetdesk", "/files/a.fleetdesk-evidence"]);
  const visits: unknown[] = [];
  links.open((address) => visits.push(address));
  expect(links.takeFile()).toBe("/files/a.fleetdesk-evidence");
  expect(links.takeFile()).toBeUndefined();
  app.emit("second-instance", event, ["fleetdesk", "b.fleetdesk-evidence"], "/home/operator");
  expect(links.takeFile()).toBe("/home/operator/b.fleetdesk-evidence");
  app.emit("second-instance", event, ["fleetdesk", "file:///files/c%20d.fleetdesk-evidence"], "/");
  expect(links.takeFile()).toBe("/files/c d.fleetdesk-evidence");
  app.emit("open-file", event, "/files/e.fleetdesk-evidence");
  expect(links.takeFile()).toBe("/files/e.fleetdesk-evidence");
  expect(visits).toEqual([1, 2, 3, 4].map((number) => `/campaigns/verify?opened=${number}`));
});

test("a start with a link opens no file, and other files are ignored", () => {
  const { app, links } = inbox(["fleetdesk", "fleetdesk://a", "/files/a.fleetdesk-evidence"]);
  const visits: unknown[] = [];
  links.open((address) => visits.push(address));
  app.emit("second-instance", event, ["fleetdesk", "/files/list.csv", "file://server/x.fleetdesk-evidence"], "/");
  app.emit("second-instance", event, ["fleetdesk", "fleetdesk:malformed", "/files/b.fleetdesk-evidence"], "/");
  expect(links.takeFile()).toBeUndefined();
  expect(visits).toEqual(["/a", undefined, undefined]);
});
