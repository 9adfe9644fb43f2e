/** Service profiles, DNS configurations, callbacks and data streams: small tables that refer to each other. */
import type { JsonObject } from "./values.ts";
import { furtherProfiles, firstProfileId, seededProfiles } from "./fixtures.ts";

export interface ServiceProfile {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** allowed_3g, apply_sms_quota and the like. */
  readonly switches: Readonly<Record<string, boolean>>;
  readonly dnsId: number | undefined;
  readonly callbackId: number | undefined;
}

interface Dns {
  readonly id: number;
  readonly primary: string;
  readonly secondary: string;
  readonly ip_address_version: number;
}

export interface Callback {
  readonly id: number;
  readonly url: string;
  readonly purpose: string;
  readonly createdAt: number;
}

interface DataStream {
  readonly id: number;
  readonly record: JsonObject;
}

/** Rows with ascending ids. */
class Table<T extends { readonly id: number }> {
  readonly #rows = new Map<number, T>();
  #nextId: number;

  constructor(firstId: number) {
    this.#nextId = firstId;
  }

  all(): T[] {
    return [...this.#rows.values()];
  }

  get(id: number): T | undefined {
    return this.#rows.get(id);
  }

  /** Builds a row with the next id and stores it. */
  add(build: (id: number) => T): T {
    const row = build(this.#nextId);
    this.#rows.set(row.id, row);
    this.#nextId += 1;
    return row;
  }

  set(row: T): void {
    this.#rows.set(row.id, row);
  }

  delete(id: number): boolean {
    return this.#rows.delete(id);
  }
}

export interface Connectivity {
  readonly profiles: Table<ServiceProfile>;
  readonly dns: Table<Dns>;
  readonly callbacks: Table<Callback>;
  readonly streams: Table<DataStream>;
}

export const switchDefaults: ServiceProfile["switches"] = {
  allowed_3g: true,
  allowed_4g: true,
  allowed_nb_iot: true,
  apply_data_quota: false,
  apply_sms_quota: false,
  retail: false,
  sms_p2p_int: false,
  sms_p2p_ext: true,
  prepaid: false,
  nipdp: false,
};

/** The first profile uses the first DNS configuration and the first callback; the second DNS configuration is unused. */
export function createConnectivity(startedAt: number, realistic: boolean): Connectivity {
  const dns = new Table<Dns>(3);
  const first = dns.add((id) => ({ id, primary: "9.9.9.9", secondary: "149.112.112.112", ip_address_version: 4 }));
  dns.add((id) => ({ id, primary: "1.1.1.1", secondary: "1.0.0.1", ip_address_version: 4 }));
  const callbacks = new Table<Callback>(21);
  const callback = callbacks.add((id) => ({
    id,
    url: "https://fleet.example.com/sms",
    purpose: "Answers of devices",
    createdAt: startedAt,
  }));
  const profiles = new Table<ServiceProfile>(firstProfileId);
  for (const [index, name] of seededProfiles.entries()) {
    const linked =
      index === 0 ? { dnsId: first.id, callbackId: callback.id } : { dnsId: undefined, callbackId: undefined };
    profiles.add((id) => ({ id, name, description: `${name} of the fleet`, switches: switchDefaults, ...linked }));
  }
  profiles.add((id) => ({
    id,
    name: "Metered SMS",
    description: "Applies the SMS quota",
    switches: { ...switchDefaults, apply_sms_quota: true },
    dnsId: undefined,
    callbackId: undefined,
  }));
  for (const name of realistic ? furtherProfiles : []) {
    const linked = { dnsId: undefined, callbackId: undefined };
    profiles.add((id) => ({ id, name, description: `${name} of the fleet`, switches: switchDefaults, ...linked }));
  }
  return { profiles, dns, callbacks, streams: new Table<DataStream>(501) };
}
