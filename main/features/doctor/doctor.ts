/** The identifier doctor put together: what a list of identifiers is worth, against the local copy alone. */
import type { doctor } from "#contract/doctor.ts";
import type { Handlers } from "#contract/kit.ts";
import type { Files } from "../../hosts.ts";
import { createExamine } from "./examine.ts";
import { createExportRows } from "./export-examined.ts";
import type { EndpointLookUp } from "./look-up.ts";

export interface DoctorParts {
  /** The slice of the connections that the doctor uses: the current one when no name is given. Touches no network. */
  readonly connections: { open(name?: string): Promise<{ readonly id: number }> };
  readonly directory: EndpointLookUp;
  /** Where a person's exported file goes. */
  readonly files: Files;
}

export function createDoctor(parts: DoctorParts): Handlers<typeof doctor> {
  return { examine: createExamine(parts), exportRows: createExportRows(parts) };
}
