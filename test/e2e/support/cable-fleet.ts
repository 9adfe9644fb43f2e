/** A small fleet with a change, behind a cable that a test can disconnect; one program for all tests of a file. */
import { type Service, startService } from "../connecting.ts";
import { type Fleetdesk, launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { shareInFile } from "../harness/lifetime.ts";
import { callCore } from "../look-up.ts";
import { connectFleet, mutate } from "./big-fleet.ts";
import { startCable, type Cable } from "./cable.ts";

export const cableFleetSize = 400;

export interface CableFleet extends Fleetdesk {
  readonly service: Service;
  readonly wire: Cable;
}

/** With this host name the service is on another computer; a proxy resolves it. */
const remoteBaseUrl = "http://fleet.example";

/** Endpoint 70001 was disabled, 70002 has lost its SIM, 70003 was deleted. Call at the top of a file. */
export function shareCableFleet(): () => CableFleet {
  return shareInFile(async () => {
    const service = await startService({ endpoints: cableFleetSize + 1, realistic: true });
    const wire = await startCable(service.baseUrl);
    const fleetdesk = await launchFleetdesk({ env: { http_proxy: wire.baseUrl } });
    const { page } = fleetdesk;
    await connectFleet(page, service, { baseUrl: remoteBaseUrl });
    await callCore(page, "fleet.sync", {});
    const change = [
      { id: 70_001, set: { status: { id: 1, description: "Disabled" } } },
      { id: 70_002, unset: ["sim"] },
    ];
    await mutate(service, { change, delete: [70_003] });
    await callCore(page, "fleet.sync", { collections: ["endpoint"] });
    return { ...fleetdesk, service, wire };
  });
}
