/**
 * The change journal: one write-ahead log of changing calls.
 *
 * Invariants: a change is on disk before its request is written, and the request is sent once. Every ending is recorded, also an unforeseen
 * error. Only the answer, a reading (`evaluate-change.ts`) or an operator decides an outcome; the audit learns it before it is stored.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { acceptedOf } from "../api/errors.ts";
import type { RecordResolution } from "../api/change-note.ts";
import type { ListAfterCreation } from "../api/created-without-id.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import type { Clock } from "../hosts.ts";
import type { StoreClient } from "../store/db.ts";
import { createKeyedMutex } from "../wait.ts";
import type { Change, ChangeSpec, ChangeState, NewChange, ReadingStart, Snapshot } from "./change.ts";
import { type ChangeEnd, evaluateChange } from "./evaluate-change.ts";
import { type journalQueries, workOf } from "./queries.ts";

export interface JournalConnection {
  readonly id: number;
  readonly options: { readonly reconcileAfterMs: number };
}

export interface Submission<R> extends Omit<NewChange, "resource" | "action"> {
  /** Sends the request once; `work` is its audit reference. Not given a signal: a write must not be cancelled half-way. */
  readonly send: (work: string) => Promise<R>;
  /** Id of the created object in the answer. */
  readonly createdId?: (response: R) => string | undefined;
  /** A reading that may prove the outcome of a lost answer, or show the id of a created object; it passes `observe`. */
  readonly read?: () => Promise<unknown>;
}

export type ChangeResult<R> =
  | { readonly outcome: "applied"; readonly change: Change; readonly response: R; readonly list: ListAfterCreation }
  /** The answer was lost, and a reading proved the change. */
  | { readonly outcome: "recovered"; readonly change: Change }
  | { readonly outcome: "unknown"; readonly change: Change; readonly reason: CodedText };

export interface ChangeJournal {
  /** Declares kinds of changes, once. */
  register(...specs: readonly ChangeSpec[]): void;
  /** Marks changes in flight at the end of the former process as unknown; grace periods count from now. */
  start(): Promise<void>;
  /** Runs alone among the work of the same connection and key, so that a check and the change that follows see the same state. */
  exclusive<T>(connection: JournalConnection, key: string, work: () => Promise<T>): Promise<T>;
  /** Stores, sends and records the ending. Throws a rejection of the service, and what was not sent; both are recorded. */
  submit<R>(spec: ChangeSpec, connection: JournalConnection, submission: Submission<R>): Promise<ChangeResult<R>>;
  /** Stores a state that an operator reported; nothing is sent. */
  record(connection: number, change: NewChange): Promise<Change>;
  /** Call before the request of a reading. */
  startReading(): ReadingStart;
  /** Resolves what a reading proves. */
  observe(connection: JournalConnection, snapshot: Snapshot): Promise<void>;
  /** The answer to a later call proves the outcome. Without `proof` the audit reports none. */
  resolve(
    change: Pick<Change, "change" | "work">,
    connection: number,
    outcome: {
      readonly state: "applied" | "not-applied";
      readonly proof?: CodedText;
      readonly code?: string;
      readonly message?: CodedText;
    },
  ): Promise<void>;
  /** Throws `entry-settled` where the outcome is known. */
  resolveByUser(connection: number, change: number, state: "applied" | "not-applied"): Promise<void>;
  /** Changes of some resources, oldest first. */
  list(connection: number, resources: readonly string[]): Promise<readonly Change[]>;
  deleteConnectionData(connection: number): Promise<void>;
}

export interface JournalDeps {
  readonly store: StoreClient<typeof journalQueries>;
  readonly clock: Clock;
  /** Never rejects. */
  readonly recordResolution: RecordResolution;
}

export function createJournal({ store, clock, recordResolution }: JournalDeps): ChangeJournal {
  const specs = new Map<string, ChangeSpec>();
  const runExclusive = createKeyedMutex();
  let order = 0;
  let lastAt = 0;
  const parts: Parts = {
    store,
    recordResolution,
    ends: new Map(),
    now: () => (lastAt = Math.max(clock.now(), lastAt + 1)),
    mark: () => ({ order: (order += 1), monotonic: clock.monotonic() }),
  };
  const { ends, now, mark } = parts;
  return {
    register: (...added) => {
      for (const spec of added) specs.set(`${spec.resource} ${spec.action}`, spec);
    },
    start: async () => {
      const end = mark();
      for (const change of await store.recover(now(), codedText("interrupted-before-answer"))) ends.set(change, end);
    },
    exclusive: (connection, key, work) => runExclusive(`${connection.id} ${key}`, work),
    submit: (spec, connection, submission) => submit(parts, spec, connection, submission),
    record: async (connection, change) =>
      await requireChange(parts, await store.begin(connection, { ...change, state: "applied", at: now() })),
    startReading: () => ({ ...mark(), asOf: now() }),
    observe: async (connection, snapshot) =>
      // One reading at a time, so that two do not assign the same record to two changes.
      await runExclusive(`observe ${connection.id}`, async () => {
        for (const spec of specs.values())
          if (spec.readings.includes(snapshot.reading)) await observe(parts, spec, connection, snapshot);
      }),
    resolve: (change, connection, outcome) => resolve(parts, change, connection, outcome),
    resolveByUser: async (connection, id, state) => {
      const message = codedText(state === "applied" ? "confirmed-created" : "confirmed-not-created");
      if (!(await store.resolve(connection, id, { state, at: now(), message })))
        throw new AppError("entry-settled", codedText("outcome-recorded"));
      const { work } = await requireChange(parts, id);
      await recordResolution({ work, outcome: state === "applied" ? "done" : "not-done", proof: message });
    },
    list: (connection, resources) => store.list(connection, resources),
    deleteConnectionData: (connection) => store.deleteConnectionData(connection),
  };
}

interface Parts extends Pick<JournalDeps, "store" | "recordResolution"> {
  /** When the answer of each change was lost; of those without an entry it is still expected. */
  readonly ends: Map<number, ChangeEnd>;
  readonly now: () => number;
  readonly mark: () => ChangeEnd;
}

async function requireChange({ store }: Parts, id: number): Promise<Change> {
  const change = await store.get(id);
  if (change === undefined) throw new Error(`change ${id} is missing`);
  return change;
}

async function submit<R>(
  parts: Parts,
  { resource, action }: ChangeSpec,
  { id: connection }: JournalConnection,
  { send, createdId, read, ...change }: Submission<R>,
): Promise<ChangeResult<R>> {
  const { store, ends, now, mark } = parts;
  const id = await store.begin(connection, { ...change, resource, action, state: "sending", at: now() });
  let response: R;
  try {
    response = await send(workOf(id));
  } catch (error) {
    ends.set(id, mark());
    const { text: message, code } = toFailure(error);
    await store.end(id, { state: stateAfter(error), at: now(), code, message });
    if (acceptedOf(error) !== "unknown") throw error;
    // If this reading fails, a later one resolves the change.
    await read?.().catch(() => undefined);
    const ended = await requireChange(parts, id);
    return ended.state === "applied"
      ? { outcome: "recovered", change: ended }
      : { outcome: "unknown", change: ended, reason: message };
  }
  ends.set(id, mark());
  const subject = createdId?.(response);
  await store.end(id, { state: "applied", at: now(), subject });
  let list: ListAfterCreation = read === undefined ? "none" : "without-it";
  // The object was created; a failed reading does not change that.
  if (createdId !== undefined && subject === undefined) await read?.().catch(() => (list = "unread"));
  return { outcome: "applied", change: await requireChange(parts, id), response, list };
}

/** Resolves each change of one kind that a reading proves. */
async function observe(
  parts: Parts,
  spec: ChangeSpec,
  { id: connection, options }: JournalConnection,
  snapshot: Snapshot,
): Promise<void> {
  const { store, ends, recordResolution, now } = parts;
  const open = (await store.list(connection, [spec.resource])).filter((one) => isOpen(one, spec));
  for (const { change: id } of open) {
    // Listed again for each change: the record that proves one change does not prove another.
    const changes = await store.list(connection, [spec.resource]);
    const change = changes.find((one) => one.change === id);
    const graceMs = options.reconcileAfterMs;
    const verdict =
      change === undefined
        ? undefined
        : evaluateChange(spec, change, { snapshot, graceMs, changes, endOf: (one) => ends.get(one) });
    if (change === undefined || verdict === undefined) continue;
    if (verdict.state === "not-applied") {
      await resolve(parts, change, connection, { state: "not-applied", proof: spec.proof.notApplied });
      continue;
    }
    const { subject } = verdict;
    const proof =
      change.state === "applied"
        ? codedText("proved-id-by-list", { id: subject ?? "" })
        : spec.proof.applied(subject ?? change.subject ?? "");
    await recordResolution({ work: change.work, outcome: "done", created: subject, proof });
    if (change.state === "unknown")
      await store.resolve(connection, id, { state: "applied", at: now(), subject, message: proof });
    else if (subject !== undefined) await store.identify(id, subject);
  }
}

async function resolve(
  { store, recordResolution, now }: Parts,
  { change, work }: Pick<Change, "change" | "work">,
  connection: number,
  { state, proof, code, message = proof }: Parameters<ChangeJournal["resolve"]>[2],
): Promise<void> {
  if (proof !== undefined) await recordResolution({ work, outcome: state === "applied" ? "done" : "not-done", proof });
  await store.resolve(connection, change, { state, at: now(), code, message });
}

/** Whether a reading may resolve the change, or name the object that it created. */
function isOpen({ action, state, subject }: Change, spec: ChangeSpec): boolean {
  if (action !== spec.action) return false;
  return state === "unknown" || (spec.evidence.by === "creation" && state === "applied" && subject === undefined);
}

/** Only what certainly was not accepted is recorded so; any other failure leaves the outcome unknown. */
function stateAfter(error: unknown): Exclude<ChangeState, "sending" | "applied" | "not-applied"> {
  // The API layer rejects input before it sends.
  if (isAppError(error, "invalid-input")) return "not-sent";
  if (acceptedOf(error) !== "no") return "unknown";
  return error instanceof AppError && error.details?.["kind"] === "refused" ? "rejected" : "not-sent";
}
