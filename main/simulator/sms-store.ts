/**
 * Every SMS that the service ever accepted, compactly: one number or reference per column, so that 1,000,000 fit easily.
 * Invariants: sequence n is always at index n - 1; the state of an SMS is computed from (seed, id, now), never stored.
 */
import type { Settings, SmsLife } from "./options.ts";
import { chance, mix } from "./values.ts";

export type SmsState = "pending" | "buffered" | "delivered" | "failed" | "expired" | "canceled";

/** A reply of a device to a command. */
export interface DeviceReply {
  readonly id: number;
  readonly at: number;
  readonly text: string;
}

export interface SmsProgress {
  readonly state: SmsState;
  readonly finalAt: number | undefined;
}

const firstSmsId = 20_000_001;
const hourMs = 3_600_000;
export const validityMs = 24 * hourMs;
const replyDelayMs = 2000;

export class SmsStore {
  readonly slots: number[] = [];
  readonly acceptedAt: number[] = [];
  readonly payloads: string[] = [];
  readonly sources: string[] = [];
  /** Index of the same endpoint's previous SMS; -1 for the first. */
  readonly #previous: number[] = [];
  readonly #last = new Map<number, number>();
  /** Indexes of SMS of other senders, such as the service's portal. */
  readonly #foreign = new Set<number>();
  readonly #canceledAt = new Map<number, number>();
  readonly #texts = new Map<string, string>();
  readonly #seed: number;
  readonly #life: Required<SmsLife>;
  readonly #realistic: boolean;

  constructor({ seed, smsLife, realistic }: Pick<Settings, "seed" | "smsLife" | "realistic">) {
    this.#seed = seed;
    this.#life = smsLife;
    this.#realistic = realistic;
  }

  get count(): number {
    return this.slots.length;
  }

  /** Ids are even: the id after an SMS is reserved for the device's reply to it. */
  idOf(index: number): number {
    return firstSmsId + 2 * index;
  }

  indexOf(id: number): number | undefined {
    const index = (id - firstSmsId) / 2;
    return Number.isInteger(index) && index >= 0 && index < this.slots.length ? index : undefined;
  }

  /** Returns the new index. */
  accept(slot: number, source: string, payload: string, at: number): number {
    const index = this.slots.length;
    this.slots.push(slot);
    this.acceptedAt.push(at);
    this.payloads.push(this.#shared(payload));
    this.sources.push(this.#shared(source));
    this.#previous.push(this.#last.get(slot) ?? -1);
    this.#last.set(slot, index);
    return index;
  }

  /** Marks the newest SMS as another sender's. */
  markNewestForeign(): void {
    this.#foreign.add(this.slots.length - 1);
  }

  isForeign(index: number): boolean {
    return this.#foreign.has(index);
  }

  /** Indexes of one endpoint's SMS, newest first. */
  *ofSlot(slot: number): Generator<number> {
    for (let index = this.#last.get(slot) ?? -1; index >= 0; index = this.#previous[index] ?? -1) yield index;
  }

  /** Slots that have at least one SMS, in order of first acceptance. */
  slotsInUse(): IterableIterator<number> {
    return this.#last.keys();
  }

  progress(index: number, now: number): SmsProgress {
    const submitted = this.acceptedAt[index] ?? 0;
    const canceled = this.#canceledAt.get(index);
    if (canceled !== undefined) return { state: "canceled", finalAt: undefined };
    if (now < submitted + this.#life.pendingMs) return { state: "pending", finalAt: undefined };
    const end = this.#end(index, submitted);
    return now < end.at ? { state: "buffered", finalAt: undefined } : { state: end.state, finalAt: end.at };
  }

  /** True when the SMS was buffered and is cancelled now. */
  cancel(index: number, now: number): boolean {
    if (this.progress(index, now).state !== "buffered") return false;
    this.#canceledAt.set(index, now);
    return true;
  }

  /** The device's reply, once it has been sent. */
  replyTo(index: number, now: number): DeviceReply | undefined {
    const progress = this.progress(index, now);
    const text = answer(this.payloads[index] ?? "", chance(this.#seed, this.idOf(index), 13), this.#life.replyRate);
    if (progress.state !== "delivered" || progress.finalAt === undefined || text === undefined) return undefined;
    const at = progress.finalAt + replyDelayMs;
    if (now < at) return undefined;
    const id = this.idOf(index) + 1;
    return { id, at, text: this.#realistic ? text + detailsOf(text, mix(this.#seed, id, 15)) : text };
  }

  #end(index: number, submitted: number): { readonly at: number; readonly state: SmsState } {
    const { pendingMs, bufferedMs, failedRate, expiredRate, asleepRate } = this.#life;
    const id = this.idOf(index);
    const draw = chance(this.#seed, id, 11);
    if (draw < expiredRate) return { at: submitted + validityMs, state: "expired" };
    const [shortest, longest] = bufferedMs;
    const listening = shortest + chance(this.#seed, id, 12) * (longest - shortest);
    const asleep = draw > 1 - asleepRate ? 60_000 + chance(this.#seed, id, 14) * (hourMs - 60_000) : 0;
    const at = submitted + pendingMs + Math.round(listening + asleep);
    return { at, state: draw < expiredRate + failedRate ? "failed" : "delivered" };
  }

  /** Interns texts while there are few different ones. */
  #shared(text: string): string {
    const existing = this.#texts.get(text);
    if (existing !== undefined) return existing;
    if (this.#texts.size < 1000) this.#texts.set(text, text);
    return text;
  }
}

/** The devices' replies to supported commands; `draw` selects a success, an error or no reply. */
function answer(payload: string, draw: number, replyRate: number): string | undefined {
  const command = /^(?:AT\+)?(STATUS|PING|VERSION|RESET|REBOOT|LOCATE)\b/i
    .exec(payload.trimStart())?.[1]
    ?.toUpperCase();
  if (command === undefined || draw >= replyRate) return undefined;
  return draw < replyRate * 0.95 ? `OK ${command}` : `ERROR ${command}`;
}

/** What a device adds to a successful reply. */
function detailsOf(text: string, hash: number): string {
  if (text === "OK STATUS")
    return ` BAT=${20 + (hash % 80)} CSQ=${6 + ((hash >>> 8) % 25)} FW=2.${(hash >>> 16) % 6}.1`;
  if (text === "OK VERSION") return ` FW=2.${hash % 6}.1 HW=C`;
  if (text === "OK LOCATE")
    return ` ${(47 + (hash % 8000) / 1000).toFixed(4)},${(6 + ((hash >>> 12) % 9000) / 1000).toFixed(4)}`;
  return "";
}

// Unsolicited messages of devices. Ids ascend with time, far above those of SMS to devices.

export interface DeviceMessage {
  readonly id: number;
  readonly slot: number;
  readonly at: number;
  readonly text: string;
}

const firstId = 60_000_001;

export class DeviceMessages {
  readonly #all: DeviceMessage[] = [];
  readonly #bySlot = new Map<number, DeviceMessage[]>();

  add(slot: number, text: string, at: number): void {
    const message: DeviceMessage = { id: firstId + this.#all.length, slot, at, text };
    this.#all.push(message);
    const own = this.#bySlot.get(slot);
    if (own === undefined) this.#bySlot.set(slot, [message]);
    else own.push(message);
  }

  ofSlot(slot: number): readonly DeviceMessage[] {
    return this.#bySlot.get(slot) ?? [];
  }

  find(id: number): DeviceMessage | undefined {
    return this.#all[id - firstId];
  }
}
