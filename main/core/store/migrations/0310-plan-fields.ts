/**
 * Renames fields of stored plan input: `rings` to `rollout`, `typed` (of drafts) to `invalidInput`, and `which` of an earlier campaign as
 * a source to `part`. The action of a recorded DNS assignment, "told", becomes "recorded".
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

const stored = [
  ["campaign", "options"],
  ["campaign", "planned"],
  ["campaign_draft", "body"],
] as const;

export const migration0310: Migration = {
  version: 310,
  name: "plan fields",
  up(db: WriteDb): void {
    for (const [table, column] of stored) {
      // Drafts are written by every version of the program; one that is not an object is read as empty and stays unchanged.
      const rows = db.all<{ id: number; json: string }>(
        `SELECT id, ${column} AS json FROM ${table} WHERE iif(json_valid(${column}), json_type(${column}), '') = 'object'`,
      );
      for (const { id, json } of rows) {
        const renamed = JSON.stringify(rename(JSON.parse(json) as Fields));
        if (renamed !== json) db.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, renamed, id);
      }
    }
    db.run("UPDATE change SET action = 'recorded' WHERE resource = 'profile-dns' AND action = 'told'");
  },
};

type Fields = Readonly<Record<string, unknown>>;

function rename({ rings, typed, audience, ...rest }: Fields): Fields {
  return {
    ...rest,
    ...(audience === undefined ? {} : { audience: Array.isArray(audience) ? audience.map(renameStep) : audience }),
    ...(rings === undefined ? {} : { rollout: rings }),
    ...(isFields(typed) ? { invalidInput: renamePaths(typed) } : {}),
  };
}

/** The input is stored by the path of its field. */
function renamePaths(input: Fields): Fields {
  return Object.fromEntries(Object.entries(input).map(([path, text]) => [path.replace(/^rings\./, "rollout."), text]));
}

function renameStep(step: unknown): unknown {
  if (!isFields(step) || !isFields(step["source"]) || !isFields(step["source"]["campaign"])) return step;
  const { which: part, ...campaign } = step["source"]["campaign"];
  return { ...step, source: { campaign: { ...campaign, part } } };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
