/** Converts SMS records of the service to the contract's type. */
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { Sms } from "#shared/contract/messages/sms.ts";
import { readSmsRecord } from "../../../core/api/sms.ts";

/** Converts one record; missing or unreadable values are omitted, never guessed. An SMS without an id has the id "". */
export function readSms(record: JsonRecord): Sms {
  const { id, direction, delivery, ...read } = readSmsRecord(record);
  return { id: id ?? "", direction, delivery, ...read, record };
}

/** Newest first, without a date last; of one moment, the higher id first. */
export function newestFirst(a: Sms, b: Sms): number {
  const byTime = (b.submittedAt ?? -Infinity) - (a.submittedAt ?? -Infinity);
  if (byTime !== 0 && !Number.isNaN(byTime)) return byTime;
  return b.id.length - a.id.length || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}
