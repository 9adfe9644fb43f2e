/** Dependencies of the identifier doctor. */
import type { Files } from "../../../core/hosts.ts";
import type { EndpointLookUp } from "./look-up.ts";

export interface DoctorDeps {
  /** The current connection when no name is passed. Makes no request. */
  readonly connections: { open(name?: string): Promise<{ readonly id: number }> };
  readonly directory: EndpointLookUp;
  /** Where exported files are saved. */
  readonly files: Files;
}
