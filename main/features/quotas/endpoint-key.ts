/** Ids as the fleet's tables keep them, so that a quota and its endpoint find each other in one query. */
import type { QuotaKind } from "#contract/quota-schemas.ts";
import type { SqlValue } from "../../store/db.ts";

/** Whole numbers that a double holds exactly are integers; "007" and "1e3" stay text. */
export function keyOf(id: string): SqlValue {
  return /^(?:0|-?[1-9]\d{0,15})$/.test(id) && Number.isSafeInteger(Number(id)) ? BigInt(id) : id;
}

/** What is written one after another: a quota of an endpoint. */
export function turnOf(connection: number, kind: QuotaKind, endpoint: string): string {
  return `${connection} ${kind} ${endpoint}`;
}
