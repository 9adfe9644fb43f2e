/**
 * Distinguishes an outage from single lost answers: ten in a row, or a fifth of the last hundred attempts. Pure state of one run.
 * Requests in flight are cut off together when connections close, so answers lost in this way within a second of each other count
 * once; each time-out counts separately.
 * After an outage was detected, the first lost answer before another one arrives detects it again, because sending resumes with
 * single requests.
 */

export interface OutageInput {
  readonly outcome: "accepted" | "refused" | "unknown";
  /** The connection closed before the answer, which cuts off all requests in flight together. */
  readonly cut?: boolean;
  /** When the attempt began and ended, on the same clock. */
  readonly beganAt: number;
  readonly endedAt: number;
}

export interface OutageDetector {
  /** True when sending has to stop until the service answers again. */
  add(input: OutageInput): boolean;
}

const consecutive = 10;
const share = 0.2;
const recentAttempts = 100;
const simultaneousMs = 1_000;

export function createOutageDetector(): OutageDetector {
  /** Whether each of the last attempts lost its answer. */
  let recent: boolean[] = [];
  let inRow = 0;
  let suspected = false;
  let lastCutAt = Number.NEGATIVE_INFINITY;

  return {
    add({ outcome, cut, beganAt, endedAt }) {
      const lost = outcome === "unknown";
      if (lost && cut === true) {
        if (beganAt < lastCutAt && endedAt - lastCutAt <= simultaneousMs) return false;
        lastCutAt = endedAt;
      }
      recent.push(lost);
      if (recent.length > recentAttempts) recent.shift();
      inRow = lost ? inRow + 1 : 0;
      if (!lost) {
        suspected = false;
        return false;
      }
      const lostRecently = recent.filter(Boolean).length;
      if (!suspected && inRow < consecutive && lostRecently < share * recentAttempts) return false;
      suspected = true;
      recent = [];
      inRow = 0;
      return true;
    },
  };
}
