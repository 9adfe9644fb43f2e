import { t } from "#shared/texts/text.ts";
import type { Command } from "./command.ts";

export const closeDetail: Command = {
  id: "close-detail",
  title: t(($) => $.shell.commands.closeDetails.title),
  group: "view",
  enabled: ({ address }) => address.query["open"] !== undefined,
  run: ({ setQuery }) => setQuery({ open: undefined, tab: undefined }),
};
