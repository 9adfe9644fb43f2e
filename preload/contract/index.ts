/** The whole contract: one line per feature. */
import { audit } from "./audit.ts";
import { campaigns } from "./campaigns.ts";
import { connections } from "./connections.ts";
import { diagnostics } from "./diagnostics.ts";
import { dns } from "./dns.ts";
import { doctor } from "./doctor.ts";
import { drafts } from "./drafts.ts";
import { events } from "./events.ts";
import { fleet } from "./fleet.ts";
import { keychain } from "./keychain.ts";
import type { Client, Handlers } from "./kit.ts";
import { planning } from "./planning.ts";
import { practice } from "./practice.ts";
import { profiles } from "./profiles.ts";
import { quotas } from "./quotas.ts";
import { records } from "./records.ts";
import { session } from "./session.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { sms } from "./sms.ts";
import { streams } from "./streams.ts";
import { suppression } from "./suppression.ts";
import { templates } from "./templates.ts";
import { views } from "./views.ts";

export const contract = {
  audit,
  campaigns,
  connections,
  diagnostics,
  dns,
  doctor,
  drafts,
  events,
  fleet,
  keychain,
  planning,
  practice,
  profiles,
  quotas,
  records,
  session,
  settings,
  shell,
  sms,
  streams,
  suppression,
  templates,
  views,
} as const;

export type Contract = typeof contract;
/** What main implements. */
export type ContractHandlers = { readonly [F in keyof Contract]: Handlers<Contract[F]> };
/** The contract as seen by a caller. */
export type FleetClient = { readonly [F in keyof Contract]: Client<Contract[F]> };
