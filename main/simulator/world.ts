/** Everything the service holds, put together once per start. */
import { Accounts } from "./accounts.ts";
import type { SimulatorTime } from "./clock.ts";
import { Counters } from "./counters.ts";
import { FaultEngine } from "./fault-engine.ts";
import type { FaultPlan } from "./faults.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import type { Settings } from "./options.ts";
import { SmsStore } from "./sms-store.ts";

export interface World {
  readonly settings: Settings;
  readonly time: SimulatorTime;
  readonly accounts: Accounts;
  readonly fleet: Fleet;
  readonly sms: SmsStore;
  readonly faults: FaultEngine;
  readonly counters: Counters;
  /** Known once the server listens. */
  baseUrl: string;
}

export function createWorld(settings: Settings, time: SimulatorTime, faults: FaultPlan): World {
  return {
    settings,
    time,
    accounts: new Accounts(settings, time),
    fleet: createFleet(settings),
    sms: new SmsStore(settings.seed, settings.smsLife),
    faults: new FaultEngine(faults),
    counters: new Counters(),
    baseUrl: "",
  };
}
