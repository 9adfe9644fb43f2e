/** The commands for quotas. */
import { changeCommands } from "./changes.ts";
import { overviewCommands } from "./overview.ts";
import { writeCommands } from "./writes.ts";

export const quotaCommands = [...writeCommands, ...changeCommands, ...overviewCommands];
