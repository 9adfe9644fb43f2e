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
  readonly hear: (topic: string, payload: unknown) => void;
  readonly hide: () => void;
  /** Lets what was held back through. */
  readonly show: () => void;
}

/** Counters say the latest value; only the names in them tell one from the other. */
const isProgress = (topic: string): boolean => /progress$/i.test(topic);

export function createTopicGate({ send, atMost = 300 }: TopicGateOptions): TopicGate {
  const held = new Map<string, { readonly topic: string; readonly payload: unknown }>();
  let hidden = false;
  let missed = false;

  const hold = (topic: string, payload: unknown): void => {
    if (missed) return;
    held.set(keyOf(topic, payload), { topic, payload });
    if (held.size <= atMost) return;
    held.clear();
    missed = true;
  };
  const tell = (visible: boolean): void => send("shell.visibility", { visible, missed });

  return {
    hear: (topic, payload) => (hidden ? hold(topic, payload) : send(topic, payload)),
    hide: () => {
      if (hidden) return;
      tell(false);
      hidden = true;
    },
    show: () => {
      if (!hidden) return;
      hidden = false;
      tell(true);
      missed = false;
      const waiting = [...held.values()];
      held.clear();
      for (const { topic, payload } of waiting) send(topic, payload);
    },
  };
}

function keyOf(topic: string, payload: unknown): string {
  if (!isProgress(topic) || typeof payload !== "object" || payload === null)
    return `${topic} ${JSON.stringify(payload)}`;
  return `${topic} ${JSON.stringify(Object.entries(payload).filter(([, value]) => typeof value === "string"))}`;
}
