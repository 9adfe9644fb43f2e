/**
 * Filters topics between core and window. A hidden window receives none; when it is shown, it receives each missed topic
 * once. Invariant: the buffer is bounded; after an overflow the window is notified to load everything again.
 */

export interface TopicGateOptions {
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

/** Progress topics carry the latest value; only their ids distinguish them. */
const isProgress = (topic: string): boolean => /progress$/i.test(topic);

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
