/** Connection rows; these functions run in the store's thread. JSON columns are passed as text and parsed by `connection-store.ts`. */
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import { copySuppressionList } from "../../core/store/suppression-lists.ts";
import { isSameOrganisation, type OrganisationOwned } from "./same-service.ts";

/** A row as SQLite returns it. */
export interface ConnectionRow {
  readonly id: number;
  readonly name: string;
  readonly base_url: string;
  readonly kind: "application-token" | "user";
  readonly options: string;
  readonly dialect: string;
  readonly identity: string;
  readonly session: string;
  readonly vault_key: string;
  readonly is_current: number;
  readonly created_at: number;
  /** Set when its name now points to another service, or the connection was removed. */
  readonly retired_at: number | null;
  readonly practice: number;
  readonly allow_unencrypted: number;
}

export interface ConnectionValues {
  readonly name: string;
  readonly baseUrl: string;
  readonly kind: "application-token" | "user";
  readonly options: string;
  readonly identity: string;
  readonly session: string;
  readonly vaultKey: string;
  readonly practice: boolean;
  readonly allowUnencrypted: boolean;
  readonly at: number;
}

export interface SignInBlock {
  readonly since: number;
  readonly until: number;
}

export const connectionQueries = {
  all: (db: ReadDb): ConnectionRow[] =>
    db.all<ConnectionRow>("SELECT * FROM connection WHERE retired_at IS NULL ORDER BY name"),

  /** Names by id, including retired rows. */
  names: (db: ReadDb): { readonly id: number; readonly name: string }[] =>
    db.all("SELECT id, name FROM connection ORDER BY id"),

  retiredIds: (db: ReadDb): number[] =>
    db.all<{ id: number }>("SELECT id FROM connection WHERE retired_at IS NOT NULL ORDER BY id").map(({ id }) => id),

  /** Also returns a retired row. */
  byId: (db: ReadDb, id: number): ConnectionRow | undefined =>
    db.get<ConnectionRow>("SELECT * FROM connection WHERE id = ?", id),

  byName: (db: ReadDb, name: string): ConnectionRow | undefined =>
    db.get<ConnectionRow>("SELECT * FROM connection WHERE name = ? AND retired_at IS NULL", name),

  current: (db: ReadDb): ConnectionRow | undefined =>
    db.get<ConnectionRow>("SELECT * FROM connection WHERE is_current = 1"),

  /**
   * Inserts the connection, or updates options and vault key of the one with that name; it becomes the current one. If the name now points
   * to another service or organisation, the former row is retired and a new row takes the name; unless the organisation is another one, the
   * suppression list applies to the new row too.
   */
  save(db: WriteDb, values: ConnectionValues): ConnectionRow {
    return db.transaction(() => {
      const before = connectionQueries.byName(db, values.name);
      db.run("UPDATE connection SET is_current = 0 WHERE is_current = 1");
      if (before !== undefined && leadsElsewhere(before, values)) {
        db.run("UPDATE connection SET retired_at = ? WHERE id = ?", values.at, before.id);
      }
      // What was learned about one service does not apply to another. The dialect is also detected again after every sign-in, since a wrong
      // dialect may have been the reason to sign in again.
      const dialect = "{}";
      db.run(
        `INSERT INTO connection (name, base_url, kind, options, dialect, identity, session, vault_key, is_current, practice, allow_unencrypted, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)
         ON CONFLICT (name) WHERE retired_at IS NULL DO UPDATE SET kind = excluded.kind, options = excluded.options,
           dialect = excluded.dialect, identity = excluded.identity, session = excluded.session,
           vault_key = excluded.vault_key, is_current = 1, practice = excluded.practice,
           allow_unencrypted = excluded.allow_unencrypted`,
        values.name,
        values.baseUrl,
        values.kind,
        values.options,
        dialect,
        values.identity,
        values.session,
        values.vaultKey,
        values.practice ? 1 : 0,
        values.allowUnencrypted ? 1 : 0,
        values.at,
      );
      const row = connectionQueries.byName(db, values.name);
      if (row === undefined) throw new Error("a connection that was just written is not there");
      if (before !== undefined && before.id !== row.id && isOfSameOrganisation(before, values))
        copySuppressionList(db, { from: before.id, to: row.id });
      return row;
    });
  },

  /** False when there is no such connection. */
  makeCurrent(db: WriteDb, name: string): boolean {
    return db.transaction(() => {
      const row = connectionQueries.byName(db, name);
      if (row === undefined) return false;
      db.run("UPDATE connection SET is_current = 0 WHERE is_current = 1");
      db.run("UPDATE connection SET is_current = 1 WHERE id = ?", row.id);
      return true;
    });
  },

  saveOptions(db: WriteDb, id: number, options: string): void {
    db.run("UPDATE connection SET options = ? WHERE id = ? AND retired_at IS NULL", options, id);
  },

  /** The name stays for the campaigns that were sent through it; the identity is erased. */
  retire(db: WriteDb, id: number, at: number): void {
    db.run(
      `UPDATE connection SET is_current = 0, retired_at = ?, identity = '{}', session = '{}', dialect = '{}'
       WHERE id = ? AND retired_at IS NULL`,
      at,
      id,
    );
  },

  /** Only while the connection still owns `vaultKey`: a late update of an old session must not overwrite a new one. */
  saveSession(db: WriteDb, id: number, vaultKey: string, session: string): void {
    db.run("UPDATE connection SET session = ? WHERE id = ? AND vault_key = ?", session, id, vaultKey);
  },

  /** Only while the connection still has this address: what was learned about one service does not apply to another. */
  saveDialect(db: WriteDb, id: number, baseUrl: string, dialect: string): void {
    db.run("UPDATE connection SET dialect = ? WHERE id = ? AND base_url = ?", dialect, id, baseUrl);
  },

  rememberVaultKey(db: WriteDb, key: string, protection: string, at: number): void {
    db.run("INSERT OR REPLACE INTO vault_key (key, protection, created_at) VALUES (?, ?, ?)", key, protection, at);
  },

  deleteVaultKey(db: WriteDb, key: string): void {
    db.run("DELETE FROM vault_key WHERE key = ?", key);
  },

  /** Keys under this protection that no connection owns. */
  orphanedVaultKeys: (db: ReadDb, protection: string): string[] =>
    db
      .all<{
        key: string;
      }>(
        "SELECT key FROM vault_key WHERE protection = ? AND key NOT IN (SELECT vault_key FROM connection WHERE retired_at IS NULL) ORDER BY key",
        protection,
      )
      .map((row) => row.key),

  signInBlock: (db: ReadDb, baseUrl: string, identity: string): SignInBlock | undefined =>
    db.get<SignInBlock>(
      "SELECT since, until FROM sign_in_block WHERE base_url = ? AND identity = ?",
      baseUrl,
      identity,
    ),

  blockSignIn(db: WriteDb, baseUrl: string, identity: string, block: SignInBlock): void {
    const { since, until } = block;
    db.run(
      "INSERT OR REPLACE INTO sign_in_block (base_url, identity, since, until) VALUES (?, ?, ?, ?)",
      baseUrl,
      identity,
      since,
      until,
    );
  },
};

/** Another address, or another organisation where both are known. */
function leadsElsewhere(before: ConnectionRow, values: ConnectionValues): boolean {
  return before.base_url !== values.baseUrl || !isOfSameOrganisation(before, values);
}

function isOfSameOrganisation(before: ConnectionRow, values: ConnectionValues): boolean {
  return isSameOrganisation(identityOf(before.identity), identityOf(values.identity));
}

function identityOf(text: string): OrganisationOwned {
  return JSON.parse(text) as OrganisationOwned;
}
