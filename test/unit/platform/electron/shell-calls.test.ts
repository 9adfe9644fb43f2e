import { codedText } from "#shared/texts/coded-text.ts";
import { beforeEach, expect, test } from "vitest";
import type { Failure } from "#shared/contract/kit.ts";
import { createShellCalls, type ShellCalls } from "../../../../main/platform/electron/shell-calls.ts";
import { AppError } from "#shared/failure.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

let opened: string[];
let messages: unknown[];
let shell: ShellCalls;
let readOnly: Failure | undefined;
let closed: Failure | undefined;
let reopen: () => Promise<void>;

beforeEach(() => {
  opened = [];
  messages = [];
  readOnly = undefined;
  closed = undefined;
  reopen = () => Promise.resolve();
  shell = createShellCalls({
    desktop: {
      version: "1.2.3",
      online: () => true,
      core: () => Promise.resolve({ readOnly, closed }),
      reopen: () => reopen(),
      persistsDrafts: true,
      setMenu: () => undefined,
      showInFolder: (file) => opened.push(file),
      installUpdate: () => Promise.resolve(void opened.push("update")),
    },
    clock: createFakeClock(),
    log: createFakeLog(),
    next: (address) =>
      Promise.resolve({
        ok: true,
        value: address.endsWith("exportCsv")
          ? { outcome: "written", file: "/home/me/a.csv", rows: 1 }
          : `core ${address}`,
      }),
  });
  shell.onAny((topic, payload) => messages.push([topic, payload]));
});

test("shows an exported file in its folder, and no other file", async () => {
  const show = (file: string): ReturnType<ShellCalls["call"]> => shell.call("shell.showInFolder", { file });
  expect(await show("/home/me/a.csv")).toMatchObject({ ok: false, failure: { code: "link-refused" } });
  await shell.call("fleet.exportCsv", {});
  expect(await show("/home/me/a.csv")).toMatchObject({ ok: true });
  expect(await show("/etc/passwd")).toMatchObject({ ok: false, failure: { code: "link-refused" } });
  expect(opened).toEqual(["/home/me/a.csv"]);
});

test("forwards calls of other features to the core", async () => {
  expect(await shell.call("fleet.list", {})).toEqual({ ok: true, value: "core fleet.list" });
  expect(await shell.call("shellfish.list", {})).toEqual({ ok: true, value: "core shellfish.list" });
});

test("a link of the start waits for the page, and is delivered once", async () => {
  shell.navigate("/fleet/endpoint?open=1");
  expect(messages).toEqual([]);
  const here = { platform: process.platform, version: "1.2.3", online: true };
  expect(await shell.call("shell.ready", {})).toEqual({
    ok: true,
    value: { ...here, pendingAddress: "/fleet/endpoint?open=1" },
  });
  expect(await shell.call("shell.ready", {})).toEqual({ ok: true, value: here });
});

test("a later link is published, and waits again while the page reloads", async () => {
  await shell.call("shell.ready", {});
  shell.navigate("/a");
  shell.onPageClosed();
  shell.navigate("/b");
  expect(messages).toEqual([["shell.address", { address: "/a" }]]);
  expect(await shell.call("shell.ready", {})).toMatchObject({ value: { pendingAddress: "/b" } });
});

test("a page that loads gets the reason why nothing can be changed or sent", async () => {
  readOnly = { code: "disk-full", text: { code: "disk-full" } };
  expect(await shell.call("shell.ready", {})).toMatchObject({ value: { readOnly } });
});

test("the page learns why the database is closed", async () => {
  closed = { code: "disk-full", text: codedText("disk-full") };
  expect(await shell.call("shell.ready", {})).toMatchObject({ value: { closed } });
});

test("the page loads its data again once the data directory is writable", async () => {
  reopen = () => Promise.reject(new AppError("disk-full", codedText("disk-full")));
  expect(await shell.call("shell.reopen", {})).toMatchObject({ ok: false, failure: { code: "disk-full" } });
  expect(messages).toEqual([]);
  reopen = () => Promise.resolve();
  expect(await shell.call("shell.reopen", {})).toEqual({ ok: true, value: { persistsDrafts: true } });
  expect(messages).toEqual([["shell.visibility", { visible: true, missed: true }]]);
});
