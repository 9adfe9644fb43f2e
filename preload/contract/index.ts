/** The whole treaty: one line per feature. */
import { campaigns } from "./campaigns.ts";
import { connections } from "./connections.ts";
import { fleet } from "./fleet.ts";
import type { Client, Handlers } from "./kit.ts";
import { session } from "./session.ts";
import { sms } from "./sms.ts";

export const treaty = { campaigns, connections, fleet, session, sms } as const;

export type Treaty = typeof treaty;
/** What main implements. */
export type TreatyHandlers = { readonly [F in keyof Treaty]: Handlers<Treaty[F]> };
/** What a caller sees. */
export type FleetClient = { readonly [F in keyof Treaty]: Client<Treaty[F]> };
