import { expect, test } from "vitest";
import { draftBodySchema } from "../../../../shared/contract/campaigns/drafts.ts";
import { connect } from "../../../../main/core/store/connect.ts";
import { migration0310 } from "../../../../main/core/store/migrations/0310-plan-fields.ts";

const gate = { on: "delivered", share: 0.95, withinMinutes: 30 };
const steps = (field: string): object[] => [
  { op: "add", source: { campaign: { campaignId: "7", [field]: "silent" } } },
  { op: "remove", source: { ids: ["70001"] } },
];
const rollout = { canary: { size: { count: 5 }, gate } };

test("plans and drafts of earlier versions keep their waves, sources and incomplete input, and recorded assignments", () => {
  const { db } = connect(":memory:");
  db.exec(`CREATE TABLE campaign (id INTEGER PRIMARY KEY, options TEXT NOT NULL, planned TEXT);
    CREATE TABLE campaign_draft (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
    CREATE TABLE change (resource TEXT NOT NULL, action TEXT NOT NULL);
    INSERT INTO change VALUES ('profile-dns', 'told'), ('profile-dns', 'undone')`);
  const planned = { name: "a", audience: steps("which"), rings: rollout };
  db.run("INSERT INTO campaign VALUES (1, ?, ?)", JSON.stringify({ rings: rollout }), JSON.stringify(planned));
  db.run("INSERT INTO campaign VALUES (2, '{}', NULL)");
  const body = { ...planned, typed: { "rings.canary.size": "x", rate: "y" } };
  db.run("INSERT INTO campaign_draft VALUES (1, ?)", JSON.stringify(body));
  db.run("INSERT INTO campaign_draft VALUES (2, 'not JSON')");
  migration0310.up(db);
  const campaigns = db.all<{ options: string; planned: string | null }>("SELECT options, planned FROM campaign");
  expect(
    campaigns.map((row) => [JSON.parse(row.options), row.planned && (JSON.parse(row.planned) as unknown)]),
  ).toEqual([
    [{ rollout }, { name: "a", audience: steps("part"), rollout }],
    [{}, null],
  ]);
  const [draft, damaged] = db.all<{ body: string }>("SELECT body FROM campaign_draft");
  const renamed: unknown = JSON.parse(draft?.body ?? "");
  expect(renamed).toEqual({
    name: "a",
    audience: steps("part"),
    rollout,
    invalidInput: { "rollout.canary.size": "x", rate: "y" },
  });
  expect(draftBodySchema.parse(renamed)).toMatchObject({ audience: steps("part"), rollout });
  expect(damaged?.body).toBe("not JSON");
  expect(db.all("SELECT action FROM change")).toEqual([{ action: "recorded" }, { action: "undone" }]);
});
