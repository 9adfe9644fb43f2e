/** The commands for the fleet: records, cache, audiences. */
import { audienceCommands } from "./audiences.ts";
import { cacheCommands } from "./cache.ts";
import { getCommand } from "./get.ts";
import { identifyCommand } from "./identify.ts";
import { listCommand } from "./list.ts";

export const fleetCommands = [listCommand, getCommand, ...cacheCommands, identifyCommand, ...audienceCommands];
