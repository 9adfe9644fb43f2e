/**
 * The change journal: one write-ahead log of changing calls.
 *
 * Invariants: a change is on disk before its request is written, and the request is sent once. Every ending is recorded, also an unforeseen
 * error; one that can't be stored is stored before the next reading or list of changes. Only the answer, a reading (`evaluateChange`) or an
 * operator decides an outcome. The audit is a projection of the journal: the link that reports a request or an outcome is stored in one
 * commit with it.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { acceptedOf } from "../api/errors.ts";
import type { AuditDraft, ChangeRef, Resolution } from "../api/caller.ts";
import type { ListAfterCreation } from "../api/bodies.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import type { Clock, Log } from "../hosts.ts";
import type { StoreClient } from "../store/db.ts";
import { createKeyedMutex } from "../wait.ts";
import {
  type Change,
  type ChangeSpec,
  type ChangeState,
  evaluateChange,
  isUnresolved,
  type Moment,
  type NewChange,
  type ReadingStart,
  type Snapshot,
} from "./change.ts";
import type { ChangeEnding, JournalQueries } from "./queries.ts";

export interface JournalConnection {
  readonly id: number;
  readonly options: { readonly reconcileAfterMs: number };
}

export interface Submission<R> extends Omit<NewChange, "resource" | "action"> {
  /** Sends the request once, with `change` in its note. Not given a signal: a write must not be cancelled half-way. */
  readonly send: (change: ChangeRef) => Promise<R>;
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
  /**
   * Stores, sends and records the ending; an answer that can't be stored has an unknown outcome. Throws a rejection of the service, and what
   * was not sent; both are recorded. What the API layer rejects before it sends leaves no change.
   */
  submit<R>(spec: ChangeSpec, connection: JournalConnection, submission: Submission<R>): Promise<ChangeResult<R>>;
  /** Stores a state that an operator reported; nothing is sent. */
  record(connection: number, change: NewChange): Promise<Change>;
  /** Call before the request of a reading. */
  startReading(): ReadingStart;
  /** Resolves what a reading proves. */
  observe(connection: JournalConnection, snapshot: Snapshot): Promise<void>;
  /** The answer to a later call proves the outcome. Without `proof` the audit reports none. */
  resolve(
    change: number,
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
  /** Changes whose outcome is not known, oldest first. */
  unresolved(connection: number, resources: readonly string[]): Promise<readonly Change[]>;
  deleteConnectionData(connection: number): Promise<void>;
}

/** The links of the audit that are created with a stored change; those of requests and answers come with the calls. */
export interface AuditProjection {
  resolution(resolution: Resolution): AuditDraft;
  /** Called after links were stored. */
  onStored(): void;
}

export interface JournalDeps {
  readonly store: StoreClient<JournalQueries>;
  readonly clock: Clock;
  readonly log: Log;
  readonly audit: AuditProjection;
}

export function createJournal({ store, clock, log, audit }: JournalDeps): ChangeJournal {
  const specs = new Map<string, ChangeSpec>();
  const runExclusive = createKeyedMutex();
  let order = 0;
  let lastAt = 0;
  const context: JournalContext = {
    store,
    log,
    audit,
    begins: new Map(),
    ends: new Map(),
    unstored: new Map(),
    now: () => (lastAt = Math.max(clock.now(), lastAt + 1)),
    mark: () => ({ order: (order += 1), monotonic: clock.monotonic() }),
  };
  const { ends, now, mark } = context;
  const list = async (connection: number, resources: readonly string[]): Promise<readonly Change[]> => {
    await storeEndings(context);
    return await store.list(connection, resources);
  };
  return {
    register: (...added) => {
      for (const spec of added) specs.set(`${spec.resource} ${spec.action}`, spec);
    },
    start: async () => {
      const end = mark();
      // The clock may have been set back since: what is read from now on is newer than every stored change.
      const newestAt = await store.newestAt();
      lastAt = Math.max(lastAt, newestAt);
      for (const change of await store.recover(now(), codedText("interrupted-before-answer"))) ends.set(change, end);
    },
    exclusive: (connection, key, work) => runExclusive(`${connection.id} ${key}`, work),
    submit: (spec, connection, submission) => submit(context, spec, connection, submission),
    record: async (connection, change) =>
      await requireChange(context, (await store.begin(connection, { ...change, state: "applied", at: now() })).change),
    startReading: () => ({ ...mark(), asOf: now() }),
    observe: async (connection, snapshot) =>
      // One reading at a time, so that two do not assign the same record to two changes.
      await runExclusive(`observe ${connection.id}`, async () => {
        await storeEndings(context);
        for (const spec of specs.values())
          if (spec.readings.includes(snapshot.reading)) await observe(context, spec, connection, snapshot);
      }),
    resolve: async (change, connection, outcome) => {
      await resolve(context, change, connection, outcome);
    },
    resolveByUser: async (connection, id, state) => {
      const proof = codedText(state === "applied" ? "confirmed-created" : "confirmed-not-created");
      if (!(await resolve(context, id, connection, { state, proof })))
        throw new AppError("entry-settled", codedText("outcome-recorded"));
    },
    list,
    unresolved: async (connection, resources) => (await list(connection, resources)).filter(isUnresolved),
    deleteConnectionData: (connection) => store.deleteConnectionData(connection),
  };
}

/** How an attempt ended, with the audit's links of its answers. */
interface Ending {
  readonly ending: ChangeEnding;
  readonly answers: readonly AuditDraft[];
}

interface JournalContext extends Pick<JournalDeps, "store" | "log" | "audit"> {
  /** When each request of this process began. */
  readonly begins: Map<number, Moment>;
  /** When the answer of each change arrived or was lost; of those without an entry it is still expected. */
  readonly ends: Map<number, Moment>;
  /** Endings that could not be stored, for example on a full disk. */
  readonly unstored: Map<number, Ending>;
  readonly now: () => number;
  readonly mark: () => Moment;
}

/** False where it could not be stored; it is stored later. */
async function storeEnding(
  { store, log, audit, unstored }: JournalContext,
  change: number,
  ended: Ending,
): Promise<boolean> {
  try {
    await store.end(change, ended.ending, ended.answers);
  } catch (cause) {
    log.error("journal.ending-not-stored", { change }, cause);
    unstored.set(change, ended);
    return false;
  }
  audit.onStored();
  return true;
}

async function storeEndings(context: JournalContext): Promise<void> {
  const endings = [...context.unstored];
  context.unstored.clear();
  for (const [change, ended] of endings) await storeEnding(context, change, ended);
}

async function requireChange({ store }: JournalContext, id: number): Promise<Change> {
  const change = await store.get(id);
  if (change === undefined) throw new Error(`change ${id} is missing`);
  return change;
}

async function submit<R>(
  context: JournalContext,
  { resource, action }: ChangeSpec,
  { id: connection }: JournalConnection,
  { send, createdId, read, ...change }: Submission<R>,
): Promise<ChangeResult<R>> {
  const { store, audit, begins, now, mark } = context;
  const beginning = mark();
  const attempt: { change?: number; error?: unknown; readonly answers: AuditDraft[] } = { answers: [] };
  const ref: ChangeRef = {
    begin: async (request) => {
      if (attempt.change !== undefined) throw new Error(`change ${attempt.change} is sent twice`);
      try {
        const row = { ...change, resource, action, state: "sending", at: now() } as const;
        const begun = await store.begin(connection, row, request);
        attempt.change = begun.change;
        begins.set(begun.change, beginning);
        audit.onStored();
        return begun.link ?? 0;
      } catch (error) {
        attempt.error = error;
        throw error;
      }
    },
    answered: (answer) => void attempt.answers.push(answer),
  };
  const end = async (id: number, ending: ChangeEnding): Promise<boolean> => {
    context.ends.set(id, mark());
    return await storeEnding(context, id, { ending, answers: attempt.answers });
  };
  let response: R;
  try {
    response = await send(ref);
  } catch (error) {
    const id = attempt.change;
    if (id === undefined) throw attempt.error ?? error;
    const { text: message, code } = toFailure(error);
    await end(id, { state: stateAfter(error), at: now(), code, message });
    if (acceptedOf(error) !== "unknown") throw error;
    // If this reading fails, a later one resolves the change.
    await read?.().catch(() => undefined);
    const ended = await requireChange(context, id);
    return ended.state === "applied"
      ? { outcome: "recovered", change: ended }
      : { outcome: "unknown", change: ended, reason: message };
  }
  const id = attempt.change;
  if (id === undefined) throw new Error(`${resource} ${action} was sent without its change`);
  const subject = createdId?.(response);
  if (!(await end(id, { state: "applied", at: now(), subject })))
    return { outcome: "unknown", change: await requireChange(context, id), reason: codedText("outcome-not-recorded") };
  let list: ListAfterCreation = read === undefined ? "none" : "without-it";
  // The object was created; a failed reading does not change that.
  if (createdId !== undefined && subject === undefined) await read?.().catch(() => (list = "unread"));
  return { outcome: "applied", change: await requireChange(context, id), response, list };
}

/** Resolves each change of one kind that a reading proves. */
async function observe(
  context: JournalContext,
  spec: ChangeSpec,
  { id: connection, options }: JournalConnection,
  snapshot: Snapshot,
): Promise<void> {
  const { store, audit, begins, ends } = context;
  const open = (await store.list(connection, [spec.resource])).filter((one) => isOpen(one, spec));
  for (const { change: id } of open) {
    // Listed again for each change: the record that proves one change does not prove another.
    const changes = await store.list(connection, [spec.resource]);
    const change = changes.find((one) => one.change === id);
    const graceMs = options.reconcileAfterMs;
    const verdict =
      change === undefined
        ? undefined
        : evaluateChange(spec, change, {
            snapshot,
            graceMs,
            changes,
            beginOf: (one) => begins.get(one),
            endOf: (one) => ends.get(one),
          });
    if (change === undefined || verdict === undefined) continue;
    if (verdict.state === "not-applied") {
      await resolve(context, id, connection, { state: "not-applied", proof: spec.proof.notApplied });
      continue;
    }
    const { subject } = verdict;
    if (change.state === "unknown") {
      const proof = spec.proof.applied(subject ?? change.subject ?? "");
      await resolve(context, id, connection, { state: "applied", proof, subject });
    } else if (subject !== undefined) {
      const proof = codedText("proved-id-by-list", { id: subject });
      await store.identify(id, subject, audit.resolution({ outcome: "done", created: subject, proof }));
      audit.onStored();
    }
  }
}

/** False where the outcome is known already. */
async function resolve(
  { store, audit, now }: JournalContext,
  change: number,
  connection: number,
  {
    state,
    proof,
    subject,
    code,
    message = proof,
  }: Parameters<ChangeJournal["resolve"]>[2] & { readonly subject?: string },
): Promise<boolean> {
  const outcome = state === "applied" ? "done" : "not-done";
  const link = proof === undefined ? undefined : audit.resolution({ outcome, created: subject, proof });
  const isResolved = await store.resolve(connection, change, { state, at: now(), subject, code, message }, link);
  if (link !== undefined) audit.onStored();
  return isResolved;
}

/** Whether a reading may resolve the change, or name the object that it created. */
function isOpen({ action, state, subject }: Change, spec: ChangeSpec): boolean {
  if (action !== spec.action) return false;
  return state === "unknown" || (spec.evidence.by === "creation" && state === "applied" && subject === undefined);
}

/** Only what certainly was not accepted is recorded so; any other failure leaves the outcome unknown. */
function stateAfter(error: unknown): Exclude<ChangeState, "sending" | "applied" | "not-applied"> {
  if (acceptedOf(error) !== "no") return "unknown";
  return error instanceof AppError && error.details?.["kind"] === "refused" ? "rejected" : "not-sent";
}
