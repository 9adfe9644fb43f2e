import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { columnsOf, type Link } from "../../../../main/features/audit/entry.ts";
import { auditQueries } from "../../../../main/features/audit/queries.ts";
import { canonicalJson, chainHash, chainStart } from "../../../../main/core/hash-chain.ts";
import { connect } from "../../../../main/core/store/connect.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { migration0130 } from "../../../../main/core/store/migrations/0130-audit.ts";
import { migration0200 } from "../../../../main/core/store/migrations/0200-audit-resolutions.ts";

/** Two links of an audit log before the migration. */
function formerAudit(): WriteDb {
  const { db } = connect(":memory:");
  migration0130.up(db);
  let head = chainStart;
  for (const seq of [1, 2]) {
    const call = { method: "POST", path: "/x", service: "host", who: {}, what: "Set", kind: "change" } as const;
    const link: Link = { seq, type: "asked", at: seq, run: "before", ...call };
    const entry = canonicalJson(link);
    head = chainHash(head, entry);
    const { settles: _resolves, work: _work, ...columns } = columnsOf(link);
    const row = { seq, ...columns, entry, hash: head };
    const marks = Object.keys(row).map(() => "?");
    db.run(
      `INSERT INTO audit_entry (${Object.keys(row).join(", ")}) VALUES (${marks.join(", ")})`,
      ...Object.values(row),
    );
  }
  return db;
}

test("an existing audit log is valid after the migration, and can be continued", () => {
  const db = formerAudit();
  migration0200.up(db);
  const resolution = {
    type: "settling",
    at: 3,
    run: "now",
    work: "stream 1",
    outcome: "done",
    words: "Seen.",
  } as const;
  expect(auditQueries.append(db, [resolution])).toEqual([0]);
  expect(auditQueries.check(db, { seq: 0, hash: chainStart }, 10)).toMatchObject({ links: 2, ended: true });
  expect(auditQueries.check(db, { seq: 0, hash: chainStart }, 10).flaw).toBeUndefined();
});

test("an end that was removed before is still missing after the migration", () => {
  const db = formerAudit();
  db.exec("DROP TRIGGER audit_entry_kept; DELETE FROM audit_entry WHERE seq = 2");
  migration0200.up(db);
  expect(auditQueries.check(db, { seq: 0, hash: chainStart }, 10).flaw).toEqual({
    problem: codedText("audit-end-missing"),
    at: 2,
  });
});
