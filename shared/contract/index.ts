/** The whole contract: one line per feature. */
import { audit } from "./audit/audit.ts";
import { campaigns } from "./campaigns/campaigns.ts";
import { connections } from "./connections/connections.ts";
import { data } from "./data.ts";
import { diagnostics } from "./diagnostics.ts";
import { dns } from "./network/dns.ts";
import { doctor } from "./fleet/doctor.ts";
import { drafts } from "./campaigns/drafts.ts";
import { events } from "./events/events.ts";
import { fleet } from "./fleet/fleet.ts";
import { keychain } from "./connections/keychain.ts";
import type { Client } from "./kit.ts";
import { overview } from "./overview.ts";
import { planning } from "./campaigns/planning.ts";
import { practice } from "./connections/practice.ts";
import { profiles } from "./network/profiles.ts";
import { proxy } from "./connections/proxy.ts";
import { quotas } from "./quotas/quotas.ts";
import { records } from "./fleet/records.ts";
import { session } from "./connections/session.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { sms } from "./messages/sms.ts";
import { streams } from "./network/streams.ts";
import { suppression } from "./campaigns/suppression.ts";
import { templates } from "./messages/templates.ts";
import { updates } from "./updates.ts";
import { views } from "./fleet/views.ts";

export const contract = {
  audit,
  campaigns,
  connections,
  data,
  diagnostics,
  dns,
  doctor,
  drafts,
  events,
  fleet,
  keychain,
  overview,
  planning,
  practice,
  profiles,
  proxy,
  quotas,
  records,
  session,
  settings,
  shell,
  sms,
  streams,
  suppression,
  templates,
  updates,
  views,
} as const;

export type Contract = typeof contract;

/** The contract as seen by a caller. */
export type FleetClient = { readonly [F in keyof Contract]: Client<Contract[F]> };
