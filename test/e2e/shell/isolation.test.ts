import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { shareInFile } from "../harness/lifetime.ts";

const fleetdesk = shareInFile(launchFleetdesk);

test("the page has nothing of Node or Electron except the bridge", async () => {
  const { page } = fleetdesk();
  const seen = await page.evaluate(`({
    types: [typeof require, typeof process, typeof module, typeof Buffer, typeof ipcRenderer],
    bridge: Object.keys(window.fleet).toSorted(),
    frozen: (() => { try { window.fleet.call = 1; } catch {} return typeof window.fleet.call; })(),
  })`);
  expect(seen).toEqual({
    types: ["undefined", "undefined", "undefined", "undefined", "undefined"],
    bridge: ["call", "cancel", "on", "platform"],
    frozen: "function",
  });
});

test("text in the page is never a script, and nothing is loaded from other origins", async () => {
  const { page } = fleetdesk();
  await page.evaluate(`{
    window.refused = new Set();
    document.addEventListener("securitypolicyviolation", (event) => window.refused.add(event.effectiveDirective));
    const add = (name, properties) => document.body.append(Object.assign(document.createElement(name), properties));
    add("script", { textContent: "window.ran = 'inline'" });
    add("script", { src: "https://example.com/a.js" });
    add("iframe", { src: "https://example.com/" });
    add("img", { src: "https://example.com/a.png" });
    document.body.insertAdjacentHTML("beforeend", "<button id='inline' onclick='window.ran = 1'></button>");
    document.getElementById("inline").click();
    fetch("https://example.com/").catch(() => undefined);
  }`);
  await expect
    .poll(() => page.evaluate("[...window.refused].toSorted()"))
    .toEqual(["connect-src", "frame-src", "img-src", "script-src-attr", "script-src-elem"]);
  expect(await page.evaluate("window.ran")).toBeUndefined();
});

test("code from strings does not run", async () => {
  const { page } = fleetdesk();
  // Evaluated in an event handler, since the DevTools protocol itself is exempt from the policy.
  const error = await page.evaluate(`new Promise((resolve) => {
    setTimeout(() => { try { resolve(new Function("return 'ran'")()); } catch (error) { resolve(error.name); } }, 0);
  })`);
  expect(error).toBe("EvalError");
});

test("the page cannot navigate away, and no second window opens", async () => {
  const { page, desktop } = fleetdesk();
  const before = page.url();
  const windows = page.context().pages().length;
  await page.evaluate(`{
    window.stays = true;
    window.open("https://example.com/");
    const link = document.createElement("a");
    link.href = "https://example.com/";
    link.target = "_blank";
    document.body.append(link);
    link.click();
    location.href = "https://example.com/";
  }`);
  expect(await page.evaluate('window.fleet.call("connections.list", {})')).toMatchObject({ ok: true });
  expect(await page.evaluate("window.stays")).toBe(true);
  expect(page.url().split("#")[0]).toBe(before.split("#")[0]);
  await expect.poll(() => page.context().pages().length).toBe(windows);
  expect(desktop.links()).toEqual([]);
});

test("a value that changes the text direction does not affect the text around it", async () => {
  const { page } = fleetdesk();
  const isInOrder = await page.evaluate(`{
    const line = Object.assign(document.createElement("p"), { innerHTML: "<b>\\u202eevil</b> is <span>first</span>" });
    document.body.append(line);
    const left = (selector) => line.querySelector(selector).getBoundingClientRect().left;
    const inOrder = left("b") < left("span");
    line.remove();
    inOrder;
  }`);
  expect(isInOrder).toBe(true);
});

test("files outside of the bundle are not served", async () => {
  const { page } = fleetdesk();
  const statuses = await page.evaluate(`Promise.all(
    ["/..%2findex.js", "/%2e%2e%2findex.js", "/nothing.js", "/index.js.map"].map(async (path) => (await fetch(path)).status),
  )`);
  expect(statuses).toEqual([404, 404, 404, 404]);
});

test("a page of another origin gets no response, although it has our bridge", async () => {
  const { desktop } = fleetdesk();
  const foreign = await desktop.foreignPage("data:text/html,<title>Foreign</title>");
  const outcome = await foreign.evaluate('window.fleet.call("connections.list", {})');
  expect(outcome).toMatchObject({ ok: false, failure: { code: "foreign-caller" } });
});

test("a request that no content policy blocks is rejected", async () => {
  const { desktop, dataDir } = fleetdesk();
  const foreign = await desktop.foreignPage("data:text/html,<title>No policy</title>");
  const errorName = await foreign.evaluate(
    'fetch("https://example.com/", { mode: "no-cors" }).catch(({ name }) => name)',
  );
  const log = readFileSync(join(dataDir, "logs", "fleetdesk.log"), "utf8");
  expect([errorName, /"window\.request-rejected".*"example\.com"/.test(log)]).toEqual(["TypeError", true]);
});

test("the page cannot read or write a file by its path", async () => {
  const { page } = fleetdesk();
  const codes = await page.evaluate(`Promise.all([
    window.fleet.call("campaigns.verify", { file: "/etc/passwd" }),
    window.fleet.call("campaigns.export", { campaignId: "1", file: "/tmp/x", format: "csv" }),
    window.fleet.call("planning.preview", { audience: [{ source: { csv: { file: "/etc/passwd" } } }] }),
  ]).then((outcomes) => outcomes.map(({ failure }) => failure.code))`);
  expect(codes).toEqual(["not-in-window", "not-in-window", "not-in-window"]);
});

test("a frame within the page has no bridge", async () => {
  const { page } = fleetdesk();
  const bridge = await page.evaluate(`{
    const frame = document.createElement("iframe");
    document.body.append(frame);
    typeof frame.contentWindow.fleet;
  }`);
  expect(bridge).toBe("undefined");
});
