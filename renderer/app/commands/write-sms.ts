import { t } from "#shared/texts/text.ts";
import { parseOpen } from "../../lib/records.ts";
import type { Command } from "./command.ts";

export const writeSms: Command = {
  id: "write-sms",
  title: t(($) => $.shell.commands.writeSms.title),
  group: "fleet",
  keywords: t(($) => $.shell.commands.writeSms.keywords),
  enabled: ({ address }) => parseOpen(address.query["open"] ?? "")?.collection === "endpoint",
  run: ({ setQuery }) => setQuery({ tab: "messages" }),
};
