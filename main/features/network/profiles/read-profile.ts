/**
 * Parses the record of a service profile (docs/service-facts.md#service-profile). List records are short; the detail
 * adds the callback and the services.
 */
import { profileSwitchSchema, type CallbackAssignment, type Profile } from "#shared/contract/network/profiles.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { DnsAssignment } from "#shared/contract/network/network-schemas.ts";
import { isRecord, readBoolean, readId, readNumber, readText } from "../../../core/api/json.ts";

export interface ReadProfile {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly usedCount: number | undefined;
  readonly switches: Profile["switches"];
  /** Undefined: not in the record. No record of the live service has it. */
  readonly dns: DnsAssignment | undefined;
  readonly callback: CallbackAssignment | undefined;
}

export function readProfile(record: JsonRecord): ReadProfile {
  const switches = profileSwitchSchema.options.flatMap((name) => {
    const value = readBoolean(record[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const dns = readLink(record, "dns");
  return {
    name: textOf(record["name"]),
    description: textOf(record["description"]),
    usedCount: readNumber(record["used_count"]),
    switches: Object.fromEntries(switches),
    dns: dns === undefined ? undefined : dns.id === undefined ? { state: "none" } : { state: "uses", dns: dns.id },
    callback: callbackOf(record),
  };
}

function callbackOf(record: JsonRecord): CallbackAssignment | undefined {
  const link = readLink(record, "api_callback");
  if (link === undefined) return undefined;
  if (link.id === undefined) return { state: "none" };
  return { state: "uses", callback: link.id, url: link.url };
}

/**
 * Reads a link given as an object with an id, or as the id; `null` and `{"id": null}` mean none. Undefined where the
 * field is missing.
 */
function readLink(
  record: JsonRecord,
  key: string,
): { readonly id: string | undefined; readonly url?: string } | undefined {
  const value = record[key];
  if (value === undefined) return undefined;
  if (value === null) return { id: undefined };
  if (!isRecord(value)) {
    const id = readId(value);
    return id === undefined ? undefined : { id };
  }
  if (value["id"] === null) return { id: undefined };
  const id = readId(value["id"]);
  return id === undefined ? undefined : { id, url: textOf(value["url"]) };
}

function textOf(value: unknown): string | undefined {
  const text = readText(value);
  return text === "" ? undefined : text;
}
