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
import { isAppUrl } from "./security.ts";

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

interface TopicGateOptions {
  readonly send: (topic: string, payload: unknown) => void;
  /** Maximum number of different buffered topics; default 300. */
  readonly atMost?: number;
}

export interface TopicGate {
  readonly receive: (topic: string, payload: unknown) => void;
  readonly hide: () => void;
  /** Forwards the buffered topics. */
  readonly show: () => void;
}

/** Progress topics carry the latest value; only their ids distinguish them. That of a recall carries further results. */
const isProgress = (topic: string): boolean => /progress$/i.test(topic) && topic !== "campaigns.recallProgress";

/**
 * Filters topics between core and window. A hidden window receives none; when it is shown, it receives each missed topic
 * once. Invariant: the buffer is bounded; after an overflow the window is notified to load everything again.
 */
export function createTopicGate({ send, atMost = 300 }: TopicGateOptions): TopicGate {
  const buffer = new Map<string, { readonly topic: string; readonly payload: unknown }>();
  let hidden = false;
  let missed = false;

  const hold = (topic: string, payload: unknown): void => {
    if (missed) return;
    buffer.set(keyOf(topic, payload), { topic, payload });
    if (buffer.size <= atMost) return;
    buffer.clear();
    missed = true;
  };
  const publishVisibility = (visible: boolean): void => send("shell.visibility", { visible, missed });

  return {
    receive: (topic, payload) => (hidden ? hold(topic, payload) : send(topic, payload)),
    hide: () => {
      if (hidden) return;
      publishVisibility(false);
      hidden = true;
    },
    show: () => {
      if (!hidden) return;
      hidden = false;
      publishVisibility(true);
      missed = false;
      const waiting = [...buffer.values()];
      buffer.clear();
      for (const { topic, payload } of waiting) send(topic, payload);
    },
  };
}

function keyOf(topic: string, payload: unknown): string {
  if (!isProgress(topic) || typeof payload !== "object" || payload === null)
    return `${topic} ${JSON.stringify(payload)}`;
  return `${topic} ${JSON.stringify(Object.entries(payload).filter(([, value]) => typeof value === "string"))}`;
}
