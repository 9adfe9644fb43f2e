/** The group `update`: newer versions of the program. */
import { z } from "zod";
import { settingsSchema } from "#shared/contract/settings.ts";
import { updateSchema } from "#shared/contract/updates.ts";
import { argument, defineCommand } from "../../define-command.ts";
import { t } from "../../text.ts";
import { usageError } from "../../option-values.ts";

const check = defineCommand({
  path: "update check",
  summary: t(($) => $.cli.settings.update.checkSummary),
  examples: ["fleetdesk update check"],
  run: ({ client, signal }) => client.updates.check({}, signal),
  json: updateSchema,
  render: ({ state, current, version = "" }) => {
    switch (state) {
      case "available":
        return t(($) => $.cli.settings.update.available, { version, current });
      case "latest":
        return t(($) => $.cli.settings.update.latest, { current });
      case "off":
        return t(($) => $.cli.settings.update.off, { current });
      default:
        return t(($) => $.cli.settings.update.noFeed, { current });
    }
  },
});

const channelSchema = settingsSchema.shape.updates.unwrap();

const channel = defineCommand({
  path: "update channel",
  summary: t(($) => $.cli.settings.update.channelSummary),
  args: { channel: argument(($) => $.cli.program.argument.channel) },
  examples: ["fleetdesk update channel beta", "fleetdesk update channel off"],
  prepare: ({ args }) => {
    const parsed = channelSchema.safeParse(args.channel);
    if (!parsed.success)
      throw usageError(t(($) => $.cli.program.badChoice, { choices: channelSchema.options.join(", ") }));
    return parsed.data;
  },
  run: async ({ client, signal }, updates) => ({ channel: (await client.settings.set({ updates }, signal)).updates }),
  json: z.object({ channel: channelSchema }),
  render: (result) => t(($) => $.cli.settings.update.channelSet, { channel: result.channel }),
});

export const updateCommands = [check, channel];
