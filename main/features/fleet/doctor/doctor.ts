/** The identifier doctor: checks a list of identifiers against the cache alone. */
import type { doctor } from "#shared/contract/fleet/doctor.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { createExamine } from "./examine.ts";
import { createExportRows } from "./export-examined.ts";
import type { DoctorDeps } from "./deps.ts";

export function createDoctor(deps: DoctorDeps): Handlers<typeof doctor> {
  return { examine: createExamine(deps), exportRows: createExportRows(deps) };
}
