/** The English catalogue. `app`: words by feature and part. `codes`: texts that are stored, or cross the bridge, as code and parameters. */
import { audit, auditCodes } from "./audit.ts";
import { campaigns, campaignsCodes } from "./campaigns.ts";
import { connections, connectionsCodes } from "./connections.ts";
import { events, eventsCodes } from "./events.ts";
import { fleet, fleetCodes } from "./fleet.ts";
import { messages, messagesCodes } from "./messages.ts";
import { network, networkCodes } from "./network.ts";
import { planning, planningCodes } from "./planning.ts";
import { quotas, quotasCodes } from "./quotas.ts";
import { settings, settingsCodes } from "./settings.ts";
import { shell, shellCodes } from "./shell.ts";
import { common } from "./common.ts";
import { recorded } from "./recorded.ts";

export const app = {
  common,
  audit,
  campaigns,
  connections,
  events,
  fleet,
  messages,
  network,
  planning,
  quotas,
  settings,
  shell,
} as const;

export const codes = {
  ...recorded,
  ...auditCodes,
  ...campaignsCodes,
  ...connectionsCodes,
  ...eventsCodes,
  ...fleetCodes,
  ...messagesCodes,
  ...networkCodes,
  ...planningCodes,
  ...quotasCodes,
  ...settingsCodes,
  ...shellCodes,
} as const;
