/** Fills the fleet cache of a data directory directly, for measurements that need a million rows and no service. */
import { join } from "node:path";
import { beginRun, buildIndex, endRun, writePage } from "../../main/features/fleet/queries-sync.ts";
import { toRows } from "../../main/features/fleet/record-rows.ts";
import { extendSearchIndex } from "../../main/features/fleet/search-index.ts";
import { connect } from "../../main/core/store/connect.ts";
import { migrate } from "../../main/core/store/migrate.ts";
import { migrations } from "../../main/core/store/migrations/all.ts";
import { databaseName } from "../../main/core/store/open.ts";

export interface SeedOptions {
  readonly dataDir: string;
  readonly rows: number;
  /** The id of its row in the connections table, which need not exist. */
  readonly connection: number;
  readonly nowMs: number;
}

const kinds = ["van", "meter", "pump", "vending", "Alarm", "Kühlbox", "tracker", "gate"] as const;
const tags = ["north", "north,fridge", "south", "south,night", "east", "West", "west,fridge,pilot", "", null] as const;
const profiles = ["Trackers", "Meters", "Vending"] as const;
const tariffs = ["Europe", "Europe plus", "World", "Pilot"] as const;
const perPage = 1000;
const hourMs = 3_600_000;
const firstCreated = Date.UTC(2023, 0, 2, 8);

/** Writes `rows` endpoints as one complete snapshot; the data directory must exist. */
export function seedCache({ dataDir, rows, connection, nowMs }: SeedOptions): void {
  const file = join(dataDir, databaseName);
  const connected = connect(file);
  const { db } = connected;
  try {
    migrate(db, file, migrations, nowMs);
    const run = beginRun(db, connection, "endpoint", perPage, nowMs);
    for (let page = 0; page * perPage < rows; page += 1) {
      const count = Math.min(perPage, rows - page * perPage);
      const records = Array.from({ length: count }, (_, index) => seededEndpoint(page * perPage + index));
      writePage(db, run, { page: page + 1, digest: "", rows: toRows("endpoint", records) }, nowMs);
    }
    while (buildIndex(db)) continue;
    while (extendSearchIndex(db)) continue;
    const proof = { promised: rows, unique: rows, duplicates: 0, gaps: 0, reason: undefined };
    endRun(db, run.run, { state: "complete", ...proof }, nowMs);
  } finally {
    connected.close();
  }
}

/** Endpoint number `slot`, deterministic. */
export function seededEndpoint(slot: number): Readonly<Record<string, unknown>> {
  const dice = (salt: number): number => mix(slot, salt);
  const created = firstCreated + (dice(1) % (700 * 24)) * hourMs + (dice(2) % 3_600_000);
  const updated = created + (dice(3) % (100 * 24)) * hourMs;
  const number = String(slot + 1).padStart(9, "0");
  const iccid = `8988303001${number}`;
  return {
    id: 70_001 + slot,
    name: `${kinds[dice(4) % kinds.length]}-${String(slot + 1).padStart(6, "0")}`,
    tags: tags[dice(5) % tags.length],
    created: date(created),
    last_updated: date(updated),
    status: dice(6) % 33 === 0 ? { id: 1, description: "Disabled" } : { id: 0, description: "Enabled" },
    service_profile: { id: 901 + (dice(7) % 3), name: profiles[dice(7) % 3] },
    tariff_profile: { id: 951 + (dice(8) % 4), name: tariffs[dice(8) % 4] },
    ...(slot % 50 === 49
      ? {}
      : {
          sim: {
            id: 5_000_001 + slot,
            iccid,
            imsi: `295050${number}`,
            msisdn: `423663${number}`,
            status: { id: 1, description: "Activated" },
          },
        }),
    imei: dice(9) % 10 === 0 ? null : `3501${String(dice(10)).padStart(10, "0")}01`,
    imei_lock: false,
    ip_address: dice(11) % 40 === 0 ? null : `10.${64 + ((slot >> 16) & 63)}.${(slot >> 8) & 255}.${slot & 255}`,
    ip_address_space: { id: 55 },
  };
}

function date(epochMs: number): string {
  return new Date(epochMs).toISOString().replace("Z", "+0000");
}

/** A well-mixed integer below 2^32 from two small ones. */
function mix(slot: number, salt: number): number {
  let bits = Math.imul(slot ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35) >>> 0;
  return (bits ^ (bits >>> 16)) >>> 0;
}
