/** The identifier doctor put together: what a list of identifiers is worth, against the local copy alone. */
import type { doctor } from "#contract/doctor.ts";
import type { Handlers } from "#contract/kit.ts";
import { createExamine } from "./examine.ts";
import { createExportRows } from "./export-examined.ts";
import type { DoctorParts } from "./parts.ts";

export function createDoctor(parts: DoctorParts): Handlers<typeof doctor> {
  return { examine: createExamine(parts), exportRows: createExportRows(parts) };
}
