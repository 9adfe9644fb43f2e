import { codedText } from "#shared/texts/coded-text.ts";
import { beforeEach, expect, test } from "vitest";
import type { Failure } from "#contract/kit.ts";
import { createShellCalls, type ShellCalls } from "../../../main/electron/shell-calls.ts";
import { AppError } from "../../../main/failure.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeLog } from "../../fakes/fake-log.ts";

let opened: string[];
let told: unknown[];
let answerLink: (open: boolean) => void;
let shell: ShellCalls;
let readOnly: Failure | undefined;
let reopen: () => Promise<void>;

beforeEach(() => {
  opened = [];
  told = [];
  readOnly = undefined;
  reopen = () => Promise.resolve();
  shell = createShellCalls({
    desk: {
      version: "1.2.3",
      online: () => true,
      readOnly: () => Promise.resolve(readOnly),
      reopen: () => reopen(),
      keepsDrafts: true,
      openLink: (url) => Promise.resolve(void opened.push(url)),
      askAboutLink: () =>
        new Promise((resolve) => {
          answerLink = resolve;
        }),
      setMenu: () => undefined,
    },
    clock: createFakeClock(),
    log: createFakeLog(),
    next: (address) => Promise.resolve({ ok: true, value: `core ${address}` }),
  });
  shell.onAny((topic, payload) => told.push([topic, payload]));
});

test("what is not the desktop's goes to the core", async () => {
  expect(await shell.call("fleet.list", {})).toEqual({ ok: true, value: "core fleet.list" });
  expect(await shell.call("shellfish.list", {})).toEqual({ ok: true, value: "core shellfish.list" });
});

test("a link that came with the start waits for the page, and is handed over once", async () => {
  shell.goTo("/fleet/endpoint?open=1");
  expect(told).toEqual([]);
  const here = { platform: process.platform, version: "1.2.3", online: true };
  expect(await shell.call("shell.ready", {})).toEqual({
    ok: true,
    value: { ...here, pendingAddress: "/fleet/endpoint?open=1" },
  });
  expect(await shell.call("shell.ready", {})).toEqual({ ok: true, value: here });
});

test("a link that comes later is told, and waits again while the page loads anew", async () => {
  await shell.call("shell.ready", {});
  shell.goTo("/a");
  shell.pageGone();
  shell.goTo("/b");
  expect(told).toEqual([["shell.address", { address: "/a" }]]);
  expect(await shell.call("shell.ready", {})).toMatchObject({ value: { pendingAddress: "/b" } });
});

test("a known link is opened, an unknown one when the person says so", async () => {
  await shell.call("shell.openExternal", { url: "https://docs.emnify.com/a" });
  const asking = shell.call("shell.openExternal", { url: "https://example.com/" });
  await Promise.resolve();
  const meanwhile = await shell.call("shell.openExternal", { url: "https://example.org/" });
  answerLink(true);
  expect(await asking).toEqual({ ok: true, value: { opened: true } });
  expect(meanwhile).toMatchObject({ ok: false, failure: { code: "link-refused" } });
  expect(opened).toEqual(["https://docs.emnify.com/a", "https://example.com/"]);
});

test("a link the person does not want, and one that is none, stay closed", async () => {
  const asking = shell.call("shell.openExternal", { url: "https://example.com/" });
  await Promise.resolve();
  answerLink(false);
  expect(await asking).toEqual({ ok: true, value: { opened: false } });
  expect(await shell.call("shell.openExternal", { url: "file:///etc/passwd" })).toMatchObject({
    failure: { code: "link-refused" },
  });
  expect(opened).toEqual([]);
});

test("a page that loads hears why nothing can be changed or sent", async () => {
  readOnly = { code: "disk-full", text: { code: "disk-full" } };
  expect(await shell.call("shell.ready", {})).toMatchObject({ value: { readOnly } });
});

test("once the data directory can be written, the page loads what it shows again", async () => {
  reopen = () => Promise.reject(new AppError("disk-full", codedText("disk-full")));
  expect(await shell.call("shell.reopen", {})).toMatchObject({ ok: false, failure: { code: "disk-full" } });
  expect(told).toEqual([]);
  reopen = () => Promise.resolve();
  expect(await shell.call("shell.reopen", {})).toEqual({ ok: true, value: { keepsDrafts: true } });
  expect(told).toEqual([["shell.visibility", { visible: true, missed: true }]]);
});
