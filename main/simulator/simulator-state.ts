/** The whole state of the service, created once per start. */
import { Accounts } from "./accounts.ts";
import type { SimulatorTime } from "./clock.ts";
import { Counters } from "./counters.ts";
import { DeviceMessages } from "./device-messages.ts";
import { EventLog } from "./event-log.ts";
import { FaultEngine } from "./fault-engine.ts";
import type { FaultPlan } from "./faults.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import type { Settings } from "./options.ts";
import { type Connectivity, createConnectivity } from "./profiles.ts";
import { Quotas } from "./quotas.ts";
import { SmsStore } from "./sms-store.ts";

export interface SimulatorState {
  readonly settings: Settings;
  readonly time: SimulatorTime;
  readonly accounts: Accounts;
  readonly fleet: Fleet;
  readonly sms: SmsStore;
  readonly messages: DeviceMessages;
  readonly quotas: Quotas;
  readonly events: EventLog;
  readonly connectivity: Connectivity;
  readonly faults: FaultEngine;
  readonly counters: Counters;
  /** Set once the server listens. */
  baseUrl: string;
}

export function createSimulatorState(settings: Settings, time: SimulatorTime, faults: FaultPlan): SimulatorState {
  const startedAt = time.now();
  const fleet = createFleet(settings);
  return {
    settings,
    time,
    accounts: new Accounts(settings, time),
    fleet,
    sms: new SmsStore(settings),
    messages: new DeviceMessages(),
    quotas: new Quotas(settings.seed, startedAt),
    events: new EventLog(settings, startedAt, fleet.endpoint, fleet.user),
    connectivity: createConnectivity(startedAt, settings.realistic),
    faults: new FaultEngine(faults),
    counters: new Counters(),
    baseUrl: "",
  };
}
