/** A long list that answers like the cache: by cursor, by offset, from the end. It can be changed, delayed and made to fail. */
import type { PageAnswer, PageRequest } from "../../renderer/lib/page-cache.ts";
import type { DataSource } from "../../renderer/lib/data-source.ts";

export class FakeRowSource implements DataSource<number> {
  rows: number[];
  /** While set, calls reject with it. */
  failure: Error | undefined;
  readonly requests: PageRequest[] = [];
  counts = 0;
  #heldRequests: (() => void)[] | undefined;

  constructor(length: number, from = 0) {
    this.rows = Array.from({ length }, (_, index) => from + index);
  }

  /** Delays answers until `release`. */
  hold(): void {
    this.#heldRequests = [];
  }

  release(): void {
    const pending = this.#heldRequests ?? [];
    this.#heldRequests = undefined;
    for (const resume of pending) resume();
  }

  async page(request: PageRequest): Promise<PageAnswer<number>> {
    this.requests.push(request);
    await this.#gate();
    if (this.failure !== undefined) throw this.failure;
    const end = this.rows.length - request.skip;
    const start = request.fromEnd ? Math.max(0, end - request.limit) : Number(request.cursor ?? 0) + request.skip;
    const until = request.fromEnd ? Math.max(0, end) : start + request.limit;
    const items = this.rows.slice(start, until);
    return { items, nextCursor: until < this.rows.length && items.length > 0 ? String(until) : undefined };
  }

  async count(): Promise<number> {
    this.counts += 1;
    await this.#gate();
    return this.rows.length;
  }

  async #gate(): Promise<void> {
    const pending = this.#heldRequests;
    if (pending !== undefined) await new Promise<void>((resolve) => void pending.push(resolve));
  }
}
