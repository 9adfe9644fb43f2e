/** The audit: records the calls that change something, and answers queries about them (the audit page of the contract). */
import { definedFields } from "#shared/defined-fields.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { AuditVerdict } from "#shared/contract/audit/audit-schemas.ts";
import { auditQuestionSchema, type audit, type AuditQuestion } from "#shared/contract/audit/audit.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { Resolution } from "../../core/api/caller.ts";
import type { CallFunction } from "../../core/api/client.ts";
import type { AuditProjection } from "../../core/journal/journal.ts";
import { z } from "zod";
import { AppError } from "#shared/failure.ts";
import type { Clock, Files, Log, Machine } from "../../core/hosts.ts";
import { chainStart } from "../../core/hash-chain.ts";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { dayOf, exportToFile } from "../../core/files/export-file.ts";
import { writeAuditChain, writeAuditCsv } from "./audit-file.ts";
import type { UnmatchedResolution } from "./entry.ts";
import { detailOf, entryOf, findCalls, readPlace } from "./read-calls.ts";
import type { AuditStore, Checked } from "./queries.ts";
import { plainCodedText, plainText } from "./redact.ts";
import { type CallOwner, type RecorderDeps, watchCalls, watchSignIns } from "./recorder.ts";
import type { CallPlace, StoredQuestion } from "./stored-question.ts";
import { createAuditWriter } from "./writer.ts";

export interface AuditDeps {
  readonly store: AuditStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly machine: Machine;
  readonly files: Files;
  /** Called after entries were appended. */
  readonly onAdded: () => void;
}

export interface Audit {
  readonly handlers: Handlers<typeof audit>;
  /** Wraps a call function so that calls that change something are recorded. */
  watchCalls(owner: () => CallOwner, call: CallFunction): CallFunction;
  watchSignIns<T>(authenticate: Parameters<typeof watchSignIns<T>>[1]): ReturnType<typeof watchSignIns<T>>;
  /** The links of the changes that the journal and other features store. */
  readonly projection: AuditProjection;
  /** Resolves once all recorded entries are on disk. */
  flush(): Promise<void>;
}

/** Links verified per step, so that other queries of the store's thread run in between. */
const checkedAtOnce = 2000;

export function createAudit(deps: AuditDeps): Audit {
  const { store, clock, log, machine, onAdded } = deps;
  const writer = createAuditWriter({ store, clock, log, onAppended: onAdded });
  const recorder: RecorderDeps = { writer, clock, log, machine };
  const run = machine.instanceId;
  const resolutionOf = ({ outcome, created, proof }: Resolution): Omit<UnmatchedResolution, "work"> => ({
    type: "settling",
    at: clock.now(),
    run,
    outcome,
    created: created === undefined ? undefined : plainText(created),
    proof: plainCodedText(proof, undefined),
  });
  return {
    watchCalls: (owner, call) => watchCalls(recorder, owner, call),
    watchSignIns: (authenticate) => watchSignIns(recorder, authenticate),
    projection: { resolution: resolutionOf, onStored: onAdded },
    flush: () => writer.flush(),
    handlers: {
      list: async ({ limit, cursor, ...query }, { signal }) => {
        await writer.flush();
        const question = questionOf(query, run);
        const identity = JSON.stringify(question);
        const before = cursor === undefined ? undefined : readCallPlace(identity, cursor);
        const calls = await findCalls(store, question, { before, limit: limit + 1, signal });
        const page = calls.slice(0, limit);
        const last = calls.length > limit ? page.at(-1) : undefined;
        const hasAny = page.length > 0 || (await store.linksAfter(0, 1)).length > 0;
        return {
          items: page.map(entryOf),
          nextCursor: last === undefined ? undefined : writeCursor(identity, [last.seq, last.index]),
          hasAny,
        };
      },
      connections: async () => ({ names: await store.connectionNames() }),
      get: async ({ id }) => {
        const place = readPlace(id);
        const call = place === undefined ? undefined : await store.call(place, run);
        if (call === undefined) {
          throw new AppError("audit-entry-unknown", codedText("no-such-audit-entry", { id }), { details: { id } });
        }
        return detailOf(call, await store.linksOf(call.seq));
      },
      verify: async (_, { signal }) => {
        await writer.flush();
        return await verify(deps, signal);
      },
      exportAs: async ({ format, ...query }, { signal }) => {
        const at = clock.now();
        const name = `audit-${dayOf(at)}.${format}`;
        return await exportToFile(deps.files, { name, extension: format }, signal, async (file) => {
          await writer.flush();
          const request = { file, question: questionOf(query, run), query: definedFields(query), at, signal };
          return await (format === "csv" ? writeAuditCsv(store, request) : writeAuditChain(store, request));
        });
      },
    },
  };
}

function questionOf(query: AuditQuestion, run: string): StoredQuestion {
  const { connection, search = "", kind, outcome, from, until, target } = auditQuestionSchema.parse(query);
  return {
    connection,
    search: search.trim().toLowerCase(),
    kind,
    outcome,
    from,
    until,
    targetKind: target?.kind,
    targetId: target?.id,
    run,
  };
}

const placeSchema = z.tuple([z.int(), z.int()]);

function readCallPlace(identity: string, cursor: string): CallPlace {
  const [seq, index] = readCursor(identity, cursor, placeSchema);
  return { seq, index };
}

async function verify({ store, clock }: AuditDeps, signal: AbortSignal): Promise<AuditVerdict> {
  let links = 0;
  let last: Pick<Checked, "seq" | "hash"> = { seq: 0, hash: chainStart };
  for (;;) {
    throwIfStopped(signal);
    const part: Checked = await store.check({ seq: last.seq, hash: last.hash }, checkedAtOnce);
    links += part.links;
    last = part;
    if (!part.ended) continue;
    const checkedAt = clock.now();
    if (part.flaw !== undefined) return { sound: false, links, ...part.flaw, checkedAt };
    return { sound: true, links, head: links === 0 ? undefined : part.hash, checkedAt };
  }
}
