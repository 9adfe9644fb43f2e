/** The commands for campaigns. */
import { previewCommand } from "./audience.ts";
import { createCommand } from "./plan.ts";
import { preflightCommands } from "./preflight.ts";
import { reportCommands } from "./reports.ts";
import { runCommands } from "./run.ts";
import { steeringCommands } from "./steering.ts";
import { waveCommands } from "./waves.ts";

export const campaignCommands = [
  createCommand,
  previewCommand,
  ...preflightCommands,
  ...runCommands,
  ...steeringCommands,
  ...waveCommands,
  ...reportCommands,
];
