/**
 * Counts events in a sliding time window, in 200 slots.
 *
 * Invariant: `used(now)` is never less than the true count of the last `windowMs`; it may include up to one slot (0.5 %) more,
 * so a ceiling tested against it holds over every window, wherever it begins.
 */
const slots = 200;

export interface RateWindow {
  used(now: number): number;
  take(now: number, count: number): void;
  /** Returns the newest `count`. */
  release(now: number, count: number): void;
  /** Milliseconds until `used` will be at most `target`, if nothing else is counted. */
  waitMs(now: number, target: number): number;
}

export function createRateWindow(windowMs: number): RateWindow {
  const slotMs = windowMs / slots;
  const size = slots + 1;
  const counts = new Float64Array(size);
  let newest = Number.NEGATIVE_INFINITY;
  let total = 0;

  const at = (slot: number): number => ((slot % size) + size) % size;
  const countOf = (slot: number): number => counts[at(slot)] ?? 0;

  const advance = (now: number): void => {
    const slot = Math.floor(now / slotMs);
    if (slot <= newest) return;
    if (slot - newest >= size) {
      counts.fill(0);
      total = 0;
    } else {
      for (let next = newest + 1; next <= slot; next += 1) {
        total -= countOf(next);
        counts[at(next)] = 0;
      }
    }
    newest = slot;
  };

  return {
    used: (now) => {
      advance(now);
      return total;
    },
    take: (now, count) => {
      advance(now);
      counts[at(newest)] = countOf(newest) + count;
      total += count;
    },
    release: (now, count) => {
      advance(now);
      let left = count;
      for (let slot = newest; left > 0 && slot > newest - size; slot -= 1) {
        const part = Math.min(left, countOf(slot));
        counts[at(slot)] = countOf(slot) - part;
        total -= part;
        left -= part;
      }
    },
    waitMs: (now, target) => {
      advance(now);
      let left = total;
      for (let slot = newest - slots; slot <= newest && left > target; slot += 1) {
        left -= countOf(slot);
        if (left <= target) return Math.max(0, (slot + size) * slotMs - now);
      }
      return left <= target ? 0 : windowMs;
    },
  };
}
