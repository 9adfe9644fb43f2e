/** A long list that answers like the local copy: by cursor, by skipping, from the end; it can be changed, held back and made to fail. */
import type { PageAnswer, PageAsk } from "../../renderer/lib/row-listing.ts";
import type { RowSource } from "../../renderer/lib/row-source.ts";

export class FakeRowSource implements RowSource<number> {
  rows: number[];
  /** The next calls reject with it, as long as it is set. */
  failure: Error | undefined;
  readonly asked: PageAsk[] = [];
  counts = 0;
  #held: (() => void)[] | undefined;

  constructor(length: number, from = 0) {
    this.rows = Array.from({ length }, (_, index) => from + index);
  }

  /** Answers wait until `release`. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const go of held) go();
  }

  async page(ask: PageAsk): Promise<PageAnswer<number>> {
    this.asked.push(ask);
    await this.#gate();
    if (this.failure !== undefined) throw this.failure;
    const end = this.rows.length - ask.skip;
    const start = ask.fromEnd ? Math.max(0, end - ask.limit) : Number(ask.cursor ?? 0) + ask.skip;
    const until = ask.fromEnd ? Math.max(0, end) : start + ask.limit;
    const items = this.rows.slice(start, until);
    return { items, ...(until < this.rows.length && items.length > 0 ? { nextCursor: String(until) } : {}) };
  }

  async count(): Promise<number> {
    this.counts += 1;
    await this.#gate();
    return this.rows.length;
  }

  async #gate(): Promise<void> {
    const held = this.#held;
    if (held !== undefined) await new Promise<void>((resolve) => void held.push(resolve));
  }
}
