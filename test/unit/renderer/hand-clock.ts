/** A manually advanced clock, with pending timers. */
export interface HandClock {
  readonly now: () => number;
  readonly later: (run: () => void, inMs: number) => void;
  readonly until: (ms: number) => Promise<void>;
  /** Advances the clock during a run, as if the work took time. */
  readonly spend: (ms: number) => void;
}

export function handClock(): HandClock {
  let at = 0;
  let waiting: { readonly due: number; readonly run: () => void }[] = [];
  const flushMicrotasks = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    now: () => at,
    later: (run: () => void, inMs: number) => void waiting.push({ due: at + inMs, run }),
    async until(ms: number): Promise<void> {
      for (;;) {
        const next = waiting.filter(({ due }) => due <= ms).toSorted((a, b) => a.due - b.due)[0];
        if (next === undefined) break;
        waiting = waiting.filter((one) => one !== next);
        at = Math.max(at, next.due);
        next.run();
        await flushMicrotasks();
      }
      at = ms;
    },
    spend: (ms: number) => void (at += ms),
  };
}
