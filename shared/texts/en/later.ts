/** Texts of pages that are never the first screen, and of records that earlier versions stored. */
import { help } from "./help.ts";
import { network, networkCodes } from "./network.ts";
import { overview } from "./overview.ts";
import { planning, planningCodes } from "./planning.ts";
import { quotas, quotasCodes } from "./quotas.ts";
import { recorded } from "./recorded.ts";
import { settings, settingsCodes } from "./settings.ts";

export const app = { help, network, overview, planning, quotas, settings } as const;

export const codes = { ...recorded, ...networkCodes, ...planningCodes, ...quotasCodes, ...settingsCodes } as const;
