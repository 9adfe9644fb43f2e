/** The commands for the network: DNS configurations, service profiles, data streams, API callbacks. */
import { callbackCommands } from "./callbacks.ts";
import { dnsCommands } from "./dns.ts";
import { profileCommands } from "./profiles.ts";
import { streamCommands } from "./streams.ts";

export const networkCommands = [...dnsCommands, ...profileCommands, ...streamCommands, ...callbackCommands];
