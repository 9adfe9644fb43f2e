/** The contents of the database: its query modules by name, and its migrations. */
import { auditQueries } from "../features/audit/queries.ts";
import { suspectAll } from "../features/campaigns/ledger/queries-state.ts";
import { campaignQueries } from "../features/campaigns/queries.ts";
import { connectionQueries } from "../features/connections/queries.ts";
import { networkQueries } from "../features/network/queries.ts";
import { eventQueries } from "../features/events/queries.ts";
import { type AppendToAudit, createJournalQueries } from "../core/journal/queries.ts";
import { fleetQueries } from "../features/fleet/queries.ts";
import { createQuotaQueries } from "../features/quotas/queries.ts";
import { settingsQueries } from "../features/settings/queries.ts";
import { smsQueries } from "../features/messages/sms/queries.ts";
import { templateQueries } from "../features/messages/templates/queries.ts";
import { viewQueries } from "../features/fleet/queries-views.ts";
import type { QueryModule } from "../core/store/db.ts";
import { maintenanceQueries } from "../core/store/maintenance.ts";
import { migrations } from "../core/store/migrations/all.ts";
import type { Schema } from "../core/store/serve.ts";

const queryModules: Readonly<Record<string, QueryModule>> = {
  audit: auditQueries,
  campaigns: campaignQueries,
  connections: connectionQueries,
  events: eventQueries,
  fleet: fleetQueries,
  maintenance: maintenanceQueries,
  network: networkQueries,
  journal: createJournalQueries(auditQueries.append as AppendToAudit),
  quotas: createQuotaQueries(auditQueries.append as AppendToAudit),
  settings: settingsQueries,
  sms: smsQueries,
  templates: templateQueries,
  views: viewQueries,
};

export const schema: Schema = { modules: queryModules, migrations, onSuspicion: suspectAll };
