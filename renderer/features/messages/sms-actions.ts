/** Actions on single messages. */
import { t } from "#shared/texts/text.ts";
import type { AppAction } from "../../app/actions/action.ts";
import { parseOpen } from "../../lib/records.ts";

export const writeSms: AppAction = {
  id: "write-sms",
  changesNothing: true,
  title: t(($) => $.shell.commands.writeSms.title),
  group: "fleet",
  keywords: t(($) => $.shell.commands.writeSms.keywords),
  disabledReason: ({ address }) =>
    parseOpen(address.query["open"] ?? "")?.collection === "endpoint"
      ? undefined
      : t(($) => $.shell.unavailable.noEndpoint),
  run: ({ setQuery }) => setQuery({ tab: "messages" }),
};
