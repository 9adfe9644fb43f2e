/**
 * The channels between the window and the core.
 * Invariants: only the top frame of the app's own page gets responses, and topics go to the window only; when the page is closed or
 * reloads, its pending calls are aborted.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import { channels } from "#shared/contract/bridge.ts";
import type { Outcome } from "#shared/contract/kit.ts";
import type { Log } from "../../core/hosts.ts";
import type { Call } from "../../core/ipc/router.ts";
import { isAppUrl } from "./app-origin.ts";

export interface TransportOptions {
  readonly ipc: Pick<IpcMain, "handle">;
  readonly call: Call;
  readonly log: Log;
}

export interface Transport {
  /** Makes `contents` the only window that is served. `onGone` is called whenever its page is closed or reloads. */
  readonly attach: (contents: WebContents, onGone: () => void) => void;
  /** Does nothing while there is no window. */
  readonly send: (topic: string, payload: unknown) => void;
}

export function createTransport({ ipc, call, log }: TransportOptions): Transport {
  /** By ticket; a call without one ends only with its page. */
  const running = new Map<string | symbol, AbortController>();
  let ours: WebContents | undefined;

  ipc.handle(channels.call, async (event, address: unknown, input: unknown, requestedTicket: unknown) => {
    if (ours === undefined || !isFrom(ours, event)) {
      log.warn("transport.foreign-caller", { url: event.senderFrame?.url });
      return foreignCaller;
    }
    const controller = new AbortController();
    const ticket =
      typeof requestedTicket === "string" && !running.has(requestedTicket) ? requestedTicket : Symbol("call");
    running.set(ticket, controller);
    try {
      return await call(typeof address === "string" ? address : "", input, controller.signal);
    } finally {
      running.delete(ticket);
    }
  });

  ipc.handle(channels.cancel, (event, ticket: unknown) => {
    if (ours !== undefined && isFrom(ours, event) && typeof ticket === "string") running.get(ticket)?.abort();
  });

  return {
    attach: (contents, onGone) => {
      const handleGone = (): void => {
        for (const controller of running.values()) controller.abort();
        onGone();
      };
      ours = contents;
      contents.on("did-start-navigation", ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) handleGone();
      });
      contents.on("render-process-gone", handleGone);
      contents.on("destroyed", () => {
        if (ours === contents) ours = undefined;
        handleGone();
      });
    },
    send: (topic, payload) => {
      if (ours !== undefined && !ours.isDestroyed()) ours.send(channels.topic, topic, payload);
    },
  };
}

function isFrom(ours: WebContents, { sender, senderFrame }: IpcMainInvokeEvent): boolean {
  return sender === ours && senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url);
}

const foreignCaller: Outcome<never> = {
  ok: false,
  failure: { code: "foreign-caller", text: codedText("foreign-caller") },
};
