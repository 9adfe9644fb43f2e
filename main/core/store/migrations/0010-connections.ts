/** Connections, the keychain keys they own, and blocked sign-ins. None of these tables holds a secret. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

/**
 * `vault_key` holds every keychain key from before it is written until after it is removed, so that a crash between the keychain
 * and the database leaves no secret behind. `sign_in_block` survives the process, as a lock-out of the service does. A connection whose name
 * was given to another service is retired: campaigns and the cache keep its id, nothing is sent through it.
 */
export const migration0010: Migration = {
  version: 10,
  name: "connections",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE connection (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        base_url TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('application-token', 'user')),
        options TEXT NOT NULL,
        dialect TEXT NOT NULL DEFAULT '{}',
        identity TEXT NOT NULL,
        session TEXT NOT NULL,
        vault_key TEXT NOT NULL UNIQUE,
        is_current INTEGER NOT NULL DEFAULT 0 CHECK (is_current IN (0, 1)),
        created_at INTEGER NOT NULL,
        retired_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX connection_name ON connection(name) WHERE retired_at IS NULL;
      CREATE UNIQUE INDEX connection_current ON connection(is_current) WHERE is_current = 1;
      CREATE TABLE vault_key (
        key TEXT PRIMARY KEY,
        protection TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE sign_in_block (
        base_url TEXT NOT NULL,
        identity TEXT NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER NOT NULL,
        PRIMARY KEY (base_url, identity)
      ) STRICT;
    `);
  },
};
