/** How many requests came, by operation and by status, and how many at most at the same time. */

export interface RequestCounts {
  readonly total: number;
  readonly current: number;
  readonly maxConcurrent: number;
  readonly operations: Readonly<Record<string, number>>;
  /** Status → count; `reset` stands for a connection cut without an answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

export class Counters {
  #total = 0;
  #current = 0;
  #maxConcurrent = 0;
  readonly #operations = new Map<string, number>();
  readonly #statuses = new Map<number | "reset", number>();

  started(): void {
    this.#total += 1;
    this.#current += 1;
    if (this.#current > this.#maxConcurrent) this.#maxConcurrent = this.#current;
  }

  finished(): void {
    this.#current -= 1;
  }

  operation(name: string): void {
    this.#operations.set(name, (this.#operations.get(name) ?? 0) + 1);
  }

  answered(status: number | "reset"): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  counts(): RequestCounts {
    return {
      total: this.#total,
      current: this.#current,
      maxConcurrent: this.#maxConcurrent,
      operations: Object.fromEntries(this.#operations),
      statuses: Object.fromEntries(this.#statuses),
    };
  }
}
