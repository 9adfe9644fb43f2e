/**
 * Between the core's topics and the window. A window that nobody sees is told nothing; once it is shown it hears what it missed,
 * each thing once. Invariant: what is held back is bounded, and when it was too much the window is told to read everything again.
 */

export interface TopicGateOptions {
  readonly send: (topic: string, payload: unknown) => void;
  /** Different things held back at most; default 300. */
  readonly atMost?: number;
}

export interface TopicGate {
  readonly receive: (topic: string, payload: unknown) => void;
  readonly hide: () => void;
  /** Lets what was held back through. */
  readonly show: () => void;
}

/** Counters say the latest value; only the names in them tell one from the other. */
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
