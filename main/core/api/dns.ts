/** DNS configurations (docs/service-facts.md#dns). */
import { codedText } from "#shared/texts/coded-text.ts";
import { isIP } from "node:net";
import type { ApiClient, CallOptions } from "./client.ts";
import { createdId } from "./bodies.ts";
import { invalidInput, pathId } from "./inputs.ts";
import { readRecordList, type RecordList } from "./record-list.ts";

export interface DnsDraft {
  /** IPv4, or IPv6 for both; the live service accepts IPv6 and falls back to IPv4. */
  readonly primary: string;
  readonly secondary: string;
}

export async function listDns(api: ApiClient, options: CallOptions = {}): Promise<RecordList> {
  return readRecordList(await api.request({ method: "GET", path: "/api/v1/dns", ...options }));
}

/** Creates a configuration; `id` may be undefined, since `Location` is not documented: list again to get it. */
export async function createDns(
  api: ApiClient,
  draft: DnsDraft,
  options: CallOptions = {},
): Promise<{ readonly id: string | undefined }> {
  const primary = nameserver("primary", draft.primary);
  const secondary = nameserver("secondary", draft.secondary);
  if (isIP(primary) !== isIP(secondary)) {
    throw invalidInput("secondary", codedText("nameservers-mixed-versions"));
  }
  const body = JSON.stringify({ primary, secondary, ip_address_version: isIP(primary) });
  const answer = await api.request({ method: "POST", path: "/api/v1/dns", body, ...options });
  return { id: createdId(answer, "dns") };
}

/** Deletes a configuration. The service rejects one that a service profile uses (expected: 409, code `service-1407`). */
export async function deleteDns(api: ApiClient, dnsId: string, options: CallOptions = {}): Promise<void> {
  await api.request({ method: "DELETE", path: `/api/v1/dns/${pathId("dnsId", dnsId)}`, ...options });
}

function nameserver(field: string, address: string): string {
  if (isIP(address) === 0) throw invalidInput(field, codedText("nameserver-no-ip", { field }));
  return address;
}
