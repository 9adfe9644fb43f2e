/**
 * The channel between a page and the app: the preload bundle in the page, `ipcMain` here, and a binding between the two. Values cross as
 * JSON, which takes a third of the time of Playwright's own encoding; Electron's structured clone keeps undefined members as well.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Frame, Page } from "playwright-core";
import { toApp } from "./shell-state.ts";

type Handler = (event: unknown, ...args: readonly unknown[]) => unknown;

const handlers = new Map<string, Handler>();

export const ipcMain = {
  handle: (channel: string, handler: Handler): void => void handlers.set(channel, handler),
};

/** Installs the preload in the top frame of every document of the page; returns how to send messages to it. */
export async function installBridge(
  page: Page,
  preload: string,
  sender: unknown,
): Promise<(channel: string, args: readonly unknown[]) => void> {
  const binding = `invoke${randomUUID().replaceAll("-", "")}`;
  await page.exposeBinding(binding, async ({ frame }, channel: string, args: string) => {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return JSON.stringify(await handler({ sender, senderFrame: frameOf(frame) }, ...(JSON.parse(args) as unknown[])));
  });
  await page.addInitScript({ content: initScript(binding, readFileSync(preload, "utf8")) });
  return (channel, args) => {
    // A page that is closing receives nothing, as in Electron.
    page.evaluate(dispatch, { name: binding, detail: JSON.stringify({ channel, args }) }).catch(() => undefined);
  };
}

/** Runs in the page. */
function dispatch({ name, detail }: { readonly name: string; readonly detail: string }): void {
  (globalThis as unknown as EventTarget).dispatchEvent(new CustomEvent(name, { detail }));
}

function frameOf(frame: Frame): unknown {
  const parent = frame.parentFrame();
  return { url: toApp(frame.url()), parent: parent === null ? null : frameOf(parent) };
}

/** The page can access neither the binding nor `require`. */
function initScript(binding: string, preload: string): string {
  return `(() => {
    const invoke = globalThis.${binding};
    delete globalThis.${binding};
    if (globalThis.top !== globalThis.self || globalThis.location.protocol === "about:") return;
    const listeners = new Map();
    globalThis.addEventListener(${JSON.stringify(binding)}, ({ detail }) => {
      const { channel, args } = JSON.parse(detail);
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    });
    const ipcRenderer = {
      invoke: async (channel, ...args) => {
        const value = await invoke(channel, JSON.stringify(args.slice(0, args.findLastIndex((one) => one !== undefined) + 1)));
        return value === undefined ? undefined : JSON.parse(value);
      },
      on: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      off: (channel, listener) => void listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener)),
    };
    const contextBridge = {
      exposeInMainWorld: (name, api) => Object.defineProperty(globalThis, name, { value: Object.freeze({ ...api }) }),
    };
    const module = { exports: {} };
    ((require, process, module, exports) => {${preload}
    })(() => ({ ipcRenderer, contextBridge }), { platform: ${JSON.stringify(process.platform)} }, module, module.exports);
  })();`;
}
