/** Every migration, oldest first: one line per file. */
import type { Migration } from "../migrate.ts";
import { migration0010 } from "./0010-connections.ts";
import { migration0020 } from "./0020-fleet.ts";
import { migration0030 } from "./0030-campaigns.ts";
import { migration0040 } from "./0040-audiences.ts";
import { migration0050 } from "./0050-views-and-settings.ts";
import { migration0060 } from "./0060-campaigns-watched.ts";
import { migration0070 } from "./0070-messages.ts";
import { migration0080 } from "./0080-templates.ts";
import { migration0090 } from "./0090-quotas.ts";
import { migration0100 } from "./0100-network.ts";
import { migration0110 } from "./0110-streams.ts";
import { migration0120 } from "./0120-events.ts";
import { migration0130 } from "./0130-audit.ts";
import { migration0140 } from "./0140-live-lookups.ts";
import { migration0150 } from "./0150-unconfirmed-recipients.ts";
import { migration0160 } from "./0160-suppression-pins.ts";
import { migration0170 } from "./0170-record-links.ts";
import { migration0180 } from "./0180-quota-confirmations.ts";
import { migration0190 } from "./0190-network-moments.ts";
import { migration0200 } from "./0200-audit-resolutions.ts";
import { migration0210 } from "./0210-proof-of-not-sent.ts";
import { migration0220 } from "./0220-send-marks.ts";
import { migration0230 } from "./0230-spending.ts";
import { migration0240 } from "./0240-campaigns-waiting.ts";
import { migration0250 } from "./0250-quota-change-code.ts";
import { migration0260 } from "./0260-list-gaps.ts";
import { migration0270 } from "./0270-unverified-since.ts";
import { migration0280 } from "./0280-unencrypted-connections.ts";
import { migration0290 } from "./0290-claims.ts";
import { migration0300 } from "./0300-change-journal.ts";
import { migration0310 } from "./0310-plan-fields.ts";
import { migration0320 } from "./0320-quota-not-applied.ts";
import { migration0330 } from "./0330-network-lists.ts";
import { migration0340 } from "./0340-quota-history.ts";
import { migration0350 } from "./0350-quota-sent-uptime.ts";
import { migration0360 } from "./0360-sync-setting.ts";
import { migration0380 } from "./0380-endpoint-contacts.ts";
import { migration0390 } from "./0390-future-contacts.ts";
import { migration0400 } from "./0400-last-seen-order.ts";
import { migration0420 } from "./0420-campaign-throttles.ts";
import { migration0430 } from "./0430-search-index.ts";

export const migrations: readonly Migration[] = [
  migration0010,
  migration0020,
  migration0030,
  migration0040,
  migration0050,
  migration0060,
  migration0070,
  migration0080,
  migration0090,
  migration0100,
  migration0110,
  migration0120,
  migration0130,
  migration0140,
  migration0150,
  migration0160,
  migration0170,
  migration0180,
  migration0190,
  migration0200,
  migration0210,
  migration0220,
  migration0230,
  migration0240,
  migration0250,
  migration0260,
  migration0270,
  migration0280,
  migration0290,
  migration0300,
  migration0310,
  migration0320,
  migration0330,
  migration0340,
  migration0350,
  migration0360,
  migration0380,
  migration0390,
  migration0400,
  migration0420,
  migration0430,
];
