/** Texts of the first screen and of the window's initial bundle; the window loads the rest (`later.ts`) after its first paint. */
import { audit, auditCodes } from "./audit.ts";
import { campaigns, campaignsCodes } from "./campaigns.ts";
import { common } from "./common.ts";
import { connections, connectionsCodes } from "./connections.ts";
import { events, eventsCodes } from "./events.ts";
import { fleet, fleetCodes } from "./fleet.ts";
import { messages, messagesCodes } from "./messages.ts";
import { shell, shellCodes } from "./shell.ts";

export const app = { common, audit, campaigns, connections, events, fleet, messages, shell } as const;

export const codes = {
  ...auditCodes,
  ...campaignsCodes,
  ...connectionsCodes,
  ...eventsCodes,
  ...fleetCodes,
  ...messagesCodes,
  ...shellCodes,
} as const;
