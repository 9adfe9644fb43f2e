/** Endpoint ids in the form of the fleet tables, so that queries can join quotas and endpoints. */
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import type { SqlValue } from "../../core/store/db.ts";

/** Whole numbers within the safe integer range become integers; "007" and "1e3" stay text. */
export function keyOf(id: string): SqlValue {
  return /^(?:0|-?[1-9]\d{0,15})$/.test(id) && Number.isSafeInteger(Number(id)) ? BigInt(id) : id;
}

/** Mutex key that serialises writes of one quota of an endpoint. */
export function mutexKeyOf(connection: number, kind: QuotaKind, endpoint: string): string {
  return `${connection} ${kind} ${endpoint}`;
}
