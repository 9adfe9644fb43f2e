/** A change journal with the audit as its projection, on a database of the test's own thread. */
import { createAudit } from "../../main/features/audit/audit.ts";
import { auditQueries } from "../../main/features/audit/queries.ts";
import type { ApiRequest, Call, ChangeRef } from "../../main/core/api/caller.ts";
import { type ApiFailure, failureToError } from "../../main/core/api/errors.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { Clock } from "../../main/core/hosts.ts";
import { type ChangeJournal, createJournal } from "../../main/core/journal/journal.ts";
import { type AppendToAudit, createJournalQueries } from "../../main/core/journal/queries.ts";
import type { WriteDb } from "../../main/core/store/db.ts";
import { createdId } from "../../main/core/api/bodies.ts";
import { createFakeClock } from "../fakes/fake-clock.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import { directStore } from "./direct-store.ts";

export const journalQueries = createJournalQueries(auditQueries.append as AppendToAudit);

export interface TestJournal {
  readonly journal: ChangeJournal;
  /** One call of a change as the API layer makes it: recorded by the audit. Returns the created id; throws the failure. */
  readonly call: (change: ChangeRef, answer: () => Promise<Call>) => Promise<string | undefined>;
}

export function openJournal(db: WriteDb, clock: Clock = createFakeClock()): TestJournal {
  const log = createFakeLog();
  const audit = createAudit({
    store: directStore(db, auditQueries),
    clock,
    log,
    machine: { machineId: "m", processId: 1, instanceId: "this", userName: "ada" },
    files: { open: async () => undefined, saveAs: async () => undefined },
    onAdded: ignore,
  });
  const identity = { username: "ada" };
  const owner = { id: 1, name: "Fleet", baseUrl: "https://example.com", kind: "user", identity } as const;
  return {
    journal: createJournal({ store: directStore(db, journalQueries), clock, log, audit: audit.projection }),
    call: async (change, answer) => {
      const request: ApiRequest = {
        method: "POST",
        path: "/api/v1/dns",
        body: "{}",
        note: { operation: "create-dns", change },
      };
      const outcome = await audit.watchCalls(() => owner, answer)(request);
      if (outcome.ok) return createdId(outcome.answer, "dns");
      throw failureToError(outcome.failure);
    },
  };
}

function ignore(): void {}

export function accepted(id?: string): Call {
  const body = new TextEncoder().encode(JSON.stringify(id === undefined ? {} : { id }));
  return { ok: true, answer: { kind: "answer", status: 201, headers: {}, body } };
}

export function failed(failure: Partial<ApiFailure>): Call {
  return {
    ok: false,
    failure: { kind: "lost", code: "connection-lost", message: codedText("internal"), accepted: "unknown", ...failure },
  };
}

interface Row {
  readonly change: number;
  readonly action: string;
  readonly state: string;
  readonly subject: string | null;
  readonly requests: number;
  readonly answer: string | null;
  readonly resolution: string | null;
  readonly created: string | null;
}

/** What the audit must report of a change in each state; null: nothing yet. */
const reported: Readonly<Record<string, readonly (string | null)[]>> = {
  sending: [null],
  unknown: ["unknown", null],
  applied: ["done"],
  "not-applied": ["not-done"],
  rejected: ["refused"],
  "not-sent": ["not-sent"],
};

/** The changes of which journal and audit report something different, and links of changes that the journal does not have. */
export function differencesOf(db: WriteDb): readonly unknown[] {
  const rows = db.all<Row>(`SELECT c.change, c.action, c.state, c.subject, a.outcome AS answer, s.outcome AS resolution,
      coalesce(json_extract(a.entry, '$.answer.created'), json_extract(s.entry, '$.created')) AS created,
      (SELECT count(*) FROM audit_entry r WHERE r.work = 'change ' || c.change) AS requests
    FROM change c LEFT JOIN audit_entry h ON h.work = 'change ' || c.change
      LEFT JOIN audit_entry a ON a.asked = h.seq LEFT JOIN audit_entry s ON s.settles = h.seq`);
  const isSame = ({ action, state, subject, requests, answer, resolution, created }: Row): boolean => {
    const outcome = answer === "unknown" || answer === null ? (resolution ?? answer) : answer;
    const hasSameId = action !== "create" || created === subject;
    return requests === 1 && reported[state]?.includes(outcome) === true && hasSameId;
  };
  const strays = db.all(
    "SELECT seq FROM audit_entry WHERE work LIKE 'change %' AND work NOT IN (SELECT 'change ' || change FROM change)",
  );
  return [...rows.filter((row) => !isSame(row)), ...strays];
}
