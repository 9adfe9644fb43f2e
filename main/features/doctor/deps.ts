/** What the doctor needs of its surroundings. */
import type { Files } from "../../hosts.ts";
import type { EndpointLookUp } from "./look-up.ts";

export interface DoctorDeps {
  /** The slice of the connections that the doctor uses: the current one when no name is given. Touches no network. */
  readonly connections: { open(name?: string): Promise<{ readonly id: number }> };
  readonly directory: EndpointLookUp;
  /** Where a person's exported file goes. */
  readonly files: Files;
}
