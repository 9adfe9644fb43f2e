/** Names of endpoints, and endpoints by name. Plain functions of the store's thread. */
import type { ReadDb } from "../../core/store/db.ts";
import { canonical } from "./columns.ts";
import { bound } from "./row-writer.ts";

/** Names of cached endpoints; those without a name, or that are not cached, have no entry. */
export function namesOfEndpoints(db: ReadDb, connection: number, ids: readonly string[]): [string, string][] {
  return ids.flatMap((id): [string, string][] => {
    const name = db.get<{ name: string | null }>(
      `SELECT r.raw ->> '$.name' AS name FROM fleet_endpoint m JOIN fleet_endpoint_raw r ON r.rid = m.rid
        WHERE m.connection = ? AND m.id = ?`,
      connection,
      bound(canonical(id)),
    )?.name;
    return name === undefined || name === null || name === "" ? [] : [[id, name]];
  });
}

/** Ids of endpoints whose name contains a text, in any case. */
export function endpointsNamed(db: ReadDb, connection: number, text: string, limit: number): string[] {
  const like = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return db
    .all<{ id: string | number }>(
      "SELECT id FROM fleet_endpoint WHERE connection = ? AND name LIKE ? ESCAPE '\\' LIMIT ?",
      connection,
      like,
      limit,
    )
    .map(({ id }) => String(id));
}
