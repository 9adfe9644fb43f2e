/**
 * Keeps a campaign's send mark ahead of its claims: rows are claimed in stretches, and a stretch is on disk outside of the data
 * directory before its first row is claimed.
 *
 * Invariants
 * - No row behind the mark's position is claimed.
 * - The database learns a generation only after the mark with that generation is on disk, so that it is never ahead of its mark.
 */
import type { Clock, ClaimPosition, SendMark, SendMarks } from "../../../hosts.ts";
import type { StoreClient } from "../../../store/db.ts";
import type { CommitArgs } from "./queries-ledger.ts";
import type { SendState, setMarkGeneration, stretchEnd } from "./queries-mark.ts";

export interface SendStretchOptions {
  readonly store: StoreClient<{
    readonly setMarkGeneration: typeof setMarkGeneration;
    readonly stretchEnd: typeof stretchEnd;
  }>;
  readonly marks: SendMarks;
  readonly clock: Clock;
  readonly campaign: number;
  /** Service clock minus ours, where known. */
  readonly clockOffsetMs: () => number | undefined;
}

export interface SendStretch {
  /** Begins a time of sending: a new generation, from the mark that stands. */
  begin(state: Pick<SendState, "uuid" | "generation">, mark: SendMark | undefined): Promise<void>;
  /** Makes sure that up to `claim` rows may be claimed, and answers how far. `begin` was called before. */
  cover(claim: number): Promise<NonNullable<CommitArgs["cover"]>>;
  /** So many rows were claimed under the last cover. */
  claimed(count: number): void;
  /** Ends the time of sending: a copy of the database that was made during it is behind from now on. */
  end(): Promise<void>;
}

/** Rows of one stretch: so many more than were sent may have to be looked up. */
export const stretchRows = 1_000;
/** Claims between two checkpoints in the keychain. */
const checkpointRows = 10_000;
/** A mark is at most so old while claims are made: its time says when the last message may have left. */
export const markRefreshMs = 60_000;

export function createSendStretch(options: SendStretchOptions): SendStretch {
  return new Stretch(options);
}

class Stretch implements SendStretch {
  readonly #options: SendStretchOptions;
  #uuid = "";
  #generation = 0;
  #position: ClaimPosition | undefined;
  /** Rows that may still be claimed before the next look at the ledger. */
  #left = 0;
  #writtenAt = 0;
  /** Its time is the service's. */
  #timed = false;
  #sinceCheckpoint = 0;

  constructor(options: SendStretchOptions) {
    this.#options = options;
  }

  async begin({ uuid, generation }: Pick<SendState, "uuid" | "generation">, mark: SendMark | undefined): Promise<void> {
    this.#uuid = uuid;
    this.#position = mark?.position;
    this.#generation = Math.max(mark?.generation ?? 0, generation);
    this.#left = 0;
    await this.#write(true);
    await this.#tellDatabase();
  }

  async cover(claim: number): Promise<NonNullable<CommitArgs["cover"]>> {
    if (this.#left < claim) await this.#extend(claim);
    else if (this.#isOutOfDate()) await this.#write(false);
    return { upTo: this.#position, generation: this.#generation };
  }

  claimed(count: number): void {
    this.#left -= count;
    this.#sinceCheckpoint += count;
  }

  async end(): Promise<void> {
    await this.#write(true);
    await this.#tellDatabase();
  }

  async #extend(claim: number): Promise<void> {
    const { store, campaign } = this.#options;
    const rows = Math.ceil(claim / stretchRows) * stretchRows;
    const end = await store.stretchEnd({ campaign, rows });
    this.#left = end?.rows ?? 0;
    const further = end !== undefined && isBehind(this.#position, end.position);
    if (further) this.#position = end.position;
    if (further || this.#isOutOfDate()) {
      await this.#write(this.#sinceCheckpoint >= checkpointRows);
    }
  }

  /** The mark is older than it says, or its time is one of our own clock, which may be wrong. */
  #isOutOfDate(): boolean {
    const { clock, clockOffsetMs } = this.#options;
    const timed = this.#timed || clockOffsetMs() === undefined;
    return !timed || clock.monotonic() - this.#writtenAt >= markRefreshMs;
  }

  async #write(checkpoint: boolean): Promise<void> {
    const { marks, clock, clockOffsetMs } = this.#options;
    const generation = this.#generation + 1;
    const offsetMs = clockOffsetMs();
    const writtenAt = clock.now() + (offsetMs ?? 0);
    await marks.write(this.#uuid, { generation, position: this.#position, writtenAt }, checkpoint);
    this.#generation = generation;
    this.#writtenAt = clock.monotonic();
    this.#timed = offsetMs !== undefined;
    if (checkpoint) this.#sinceCheckpoint = 0;
  }

  async #tellDatabase(): Promise<void> {
    const { store, campaign } = this.#options;
    await store.setMarkGeneration({ campaign, generation: this.#generation });
  }
}

function isBehind(position: ClaimPosition | undefined, other: ClaimPosition): boolean {
  if (position === undefined) return true;
  return position.ring < other.ring || (position.ring === other.ring && position.row < other.row);
}
