/** A small fleet with a change in it, behind a cable that a test can pull out; one program for all tests of a file. */
import { afterAll, beforeAll } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type Fleetdesk, shareFleetdesk } from "../harness/launch-fleetdesk.ts";
import { ask } from "../look-up.ts";
import { connectFleet, mutate } from "./big-fleet.ts";
import { strungWire, type StrungWire } from "./wire.ts";

export const cableFleetSize = 400;

export interface CableFleet extends Fleetdesk {
  readonly service: Simulator;
  readonly wire: StrungWire;
}

/** By this name the service is somewhere else; a proxy finds it. */
const farAway = "http://fleet.example";

/** Endpoint 70001 was disabled, 70002 has lost its SIM, 70003 is gone. To be called at the top of a file. */
export function shareCableFleet(): () => CableFleet {
  let service: Simulator | undefined;
  let wire: StrungWire | undefined;
  const env: Record<string, string> = {};
  // Before the program starts, which is told of the proxy.
  beforeAll(async () => {
    service = await startSimulator({ endpoints: cableFleetSize + 1, realistic: true });
    wire = await strungWire(service.baseUrl);
    env["http_proxy"] = wire.baseUrl;
  });
  const fleetdesk = shareFleetdesk({ env });
  beforeAll(async () => {
    if (service === undefined) return;
    const { page } = fleetdesk();
    await connectFleet(page, service, { baseUrl: farAway });
    await ask(page, "fleet.sync", {});
    const change = [
      { id: 70_001, set: { status: { id: 1, description: "Disabled" } } },
      { id: 70_002, unset: ["sim"] },
    ];
    await mutate(service, { change, delete: [70_003] });
    await ask(page, "fleet.sync", { collections: ["endpoint"] });
  });
  afterAll(async () => {
    await wire?.close();
    await service?.close();
  });
  return () => {
    if (service === undefined || wire === undefined) throw new Error("The service is there within a test only.");
    return { ...fleetdesk(), service, wire };
  };
}
