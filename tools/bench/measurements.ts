/** The measurements of `npm run bench`; the entry of each is the file of its name. */

export interface Measurement {
  readonly name: string;
  readonly entry: URL;
  readonly timeoutMs: number;
  /** Runs on the large cache. */
  readonly large: boolean;
  /** Takes an hour or more: runs only when it is named. */
  readonly long: boolean;
}

const minuteMs = 60_000;

function measurement(name: string, minutes: number, large: boolean, long = false): Measurement {
  return { name, entry: new URL(`${name}.ts`, import.meta.url), timeoutMs: minutes * minuteMs, large, long };
}

/** Memory is the last one on the large cache, since it leaves a campaign there. */
export const measurements: readonly Measurement[] = [
  measurement("engine", 10, false),
  measurement("rate", 5, false),
  measurement("pause", 5, false),
  measurement("live-campaign", 10, false),
  measurement("messages", 5, false),
  measurement("promise", 30, false),
  measurement("sync", 10, false),
  measurement("start", 5, true),
  measurement("first-page", 15, true),
  measurement("window", 10, true),
  measurement("memory", 15, true),
  measurement("soak", 75, false, true),
];
