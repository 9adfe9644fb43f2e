/** Service profiles of endpoints, and whether profiles enforce quotas. Plain functions that run in the store thread. */
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import { keyOf } from "./endpoint-key.ts";

export interface StoredProfileRule {
  readonly id: string;
  readonly name: string | undefined;
  readonly data: boolean | undefined;
  readonly sms: boolean | undefined;
  readonly asOf: number;
}

export function saveProfiles(db: WriteDb, connection: number, profiles: readonly StoredProfileRule[]): void {
  db.transaction(() => {
    for (const { id, name, data, sms, asOf } of profiles) {
      db.run(
        "INSERT OR REPLACE INTO quota_profile (connection, profile, name, data, sms, as_of) VALUES (?, ?, ?, ?, ?, ?)",
        connection,
        keyOf(id),
        name ?? null,
        flag(data),
        flag(sms),
        asOf,
      );
    }
  });
}

interface ProfileRow {
  readonly name: string | null;
  readonly data: number | null;
  readonly sms: number | null;
  readonly as_of: number;
}

export function readProfile(db: ReadDb, connection: number, id: string): StoredProfileRule | undefined {
  const row = db.get<ProfileRow>(
    "SELECT name, data, sms, as_of FROM quota_profile WHERE connection = ? AND profile = ?",
    connection,
    keyOf(id),
  );
  if (row === undefined) return undefined;
  const { name, data, sms, as_of: asOf } = row;
  return { id, name: name ?? undefined, data: truth(data), sms: truth(sms), asOf };
}

/** An endpoint as read from the service, for endpoints that the fleet cache does not have. */
export interface Subject {
  readonly name: string | undefined;
  readonly profile: { readonly id: string; readonly name: string | undefined } | undefined;
}

export function saveSubject(db: WriteDb, connection: number, endpoint: string, { name, profile }: Subject): void {
  db.run(
    "INSERT OR REPLACE INTO quota_subject (connection, endpoint, name, profile, profile_name) VALUES (?, ?, ?, ?, ?)",
    connection,
    keyOf(endpoint),
    name ?? null,
    profile === undefined ? null : keyOf(profile.id),
    profile?.name ?? null,
  );
}

export function readSubject(db: ReadDb, connection: number, endpoint: string): Subject | undefined {
  const row = db.get<{ name: string | null; profile: string | number | null; profile_name: string | null }>(
    "SELECT name, profile, profile_name FROM quota_subject WHERE connection = ? AND endpoint = ?",
    connection,
    keyOf(endpoint),
  );
  if (row === undefined) return undefined;
  const profile = row.profile === null ? undefined : { id: String(row.profile), name: row.profile_name ?? undefined };
  return { name: row.name ?? undefined, profile };
}

function flag(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value);
}

function truth(value: number | null): boolean | undefined {
  return value === null ? undefined : value === 1;
}
