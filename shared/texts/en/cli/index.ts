/** The English catalogue of the command line. */
import { audit } from "./audit.ts";
import { campaigns } from "./campaigns.ts";
import { connections } from "./connections.ts";
import { events } from "./events.ts";
import { fleet } from "./fleet.ts";
import { messages } from "./messages.ts";
import { network } from "./network.ts";
import { headings, labels, values } from "./output.ts";
import { program } from "./program.ts";
import { quotas } from "./quotas.ts";
import { settings } from "./settings.ts";

export const cli = {
  audit,
  campaigns,
  connections,
  events,
  fleet,
  headings,
  labels,
  messages,
  network,
  program,
  quotas,
  settings,
  values,
} as const;
