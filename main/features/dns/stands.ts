/** Which DNS configuration a profile uses: what the service told, or what was done here since. Pure. */
import type { DnsStand, DnsUse } from "#contract/network-words.ts";
import { verdictOf } from "../../api/lost-answer.ts";
import type { DnsChangeRow } from "./queries.ts";

export interface Told {
  readonly stand: DnsStand;
  /** When the reading began. */
  readonly asOf: number;
}

/**
 * `newest` is the newest change of the profile that stands or may stand. What the service was asked for after its end counts for
 * more; a change whose answer was lost leaves it unknown until reading shows it, or has not shown it for long enough.
 */
export function useOf(told: Told | undefined, newest: DnsChangeRow | undefined): DnsUse {
  if (told !== undefined && (newest === undefined || proves(told, newest))) {
    return { stand: told.stand, source: "service", asOf: told.asOf };
  }
  if (newest === undefined) return { stand: { state: "unknown" } };
  const { change, kind, state, at } = newest;
  const wanted = standOf(newest.after);
  if (state === "done") return { stand: wanted, source: kind === "told" ? "person" : "this-computer", asOf: at };
  return { stand: { state: "unknown" }, lost: { change, wanted, at } };
}

function proves({ stand, asOf }: Told, { state, ended, after }: DnsChangeRow): boolean {
  if (state === "done") return ended !== null && asOf > ended;
  return verdictOf(asOf, ended, isSame(stand, standOf(after))) !== undefined;
}

/** A stand as it is kept. */
export function standOf(json: string): DnsStand {
  return JSON.parse(json) as DnsStand;
}

/** Unknown is like nothing, itself included. */
export function isSame(a: DnsStand, b: DnsStand): boolean {
  if (a.state === "uses" && b.state === "uses") return a.dns === b.dns;
  return a.state === b.state && a.state !== "unknown";
}

/** As the audit has it: the id, or "none"; undefined when it is not known. */
export function idOrNone(stand: DnsStand): string | undefined {
  return stand.state === "uses" ? stand.dns : stand.state === "none" ? "none" : undefined;
}
