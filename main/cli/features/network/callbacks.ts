/** The group `callback`: API callbacks, the targets of REST streams and service profiles. */
import { callbackSchema } from "#shared/contract/network/stream-schemas.ts";
import { streams } from "#shared/contract/network/streams.ts";
import { argument, defineChange, defineCommand, defineList, flag, textOr } from "../../define-command.ts";
import { formatFields, iso } from "../../output.ts";
import { t } from "../../text.ts";
import { listedPages } from "./streams.ts";
import { sourceText, streamsText } from "./stream-text.ts";

const unknown = t(($) => $.cli.values.unknown);

const list = defineList({
  path: "callback list",
  summary: t(($) => $.cli.network.callbacks.list),
  options: { refresh: flag(($) => $.cli.network.refreshAndResolve) },
  examples: ["fleetdesk callback list --refresh"],
  run: async ({ client, signal, scope, options: { refresh }, context }) => {
    const result = await client.streams[refresh ? "refreshCallbacks" : "callbacks"](scope, signal);
    return listedPages(context, result, {
      none: t(($) => $.cli.network.callbacks.none),
      noneHere: t(($) => $.cli.network.callbacks.noneHere),
      never: t(($) => $.cli.network.callbacks.neverRead),
      "not-offered": t(($) => $.cli.network.callbacks.notOffered),
    });
  },
  columns: {
    key: [t(($) => $.cli.headings.key), ({ key }) => key],
    id: [t(($) => $.cli.headings.id), ({ id }) => id ?? unknown],
    url: [t(($) => $.cli.headings.url), ({ url }) => url ?? unknown],
    purpose: [t(($) => $.cli.headings.purpose), ({ purpose }) => purpose ?? unknown],
    streams: [t(($) => $.cli.headings.streams), ({ streams: users }) => streamsText(users)],
    source: [t(($) => $.cli.headings.source), sourceText],
  },
  id: ({ id, key }) => id ?? key,
  item: callbackSchema,
  envelope: streams.operations.callbacks.output.omit({ items: true }),
  widest: 80,
});

const get = defineCommand({
  path: "callback get",
  summary: t(($) => $.cli.network.callbacks.show),
  args: { id: argument(($) => $.cli.program.argument.callback) },
  examples: ["fleetdesk callback get 21"],
  run: ({ client, signal, scope, args }) => client.streams.readCallback({ ...scope, ...args }, signal),
  json: callbackSchema,
  render: (record) => {
    const { id, url, purpose, organisation, createdAt, asOf, streams: users } = record;
    return formatFields(
      (
        [
          [t(($) => $.cli.labels.id), id],
          [t(($) => $.cli.labels.url), url],
          [t(($) => $.cli.labels.purpose), purpose],
          [t(($) => $.cli.labels.organisation), organisation],
          [t(($) => $.cli.labels.created), iso(createdAt)],
          [t(($) => $.cli.labels.streams), streamsText(users)],
          [t(($) => $.cli.labels.source), sourceText(record)],
          [t(($) => $.cli.labels.asOf), iso(asOf)],
        ] as const
      ).map(([label, value]) => [label, value ?? unknown]),
    );
  },
});

const create = defineChange({
  path: "callback create",
  summary: t(($) => $.cli.network.callbacks.create),
  args: { url: argument(($) => $.cli.program.argument.callbackUrl) },
  options: {
    purpose: textOr("", "<text>", ($) => $.cli.network.callbacks.purpose),
    allowDuplicate: flag(($) => $.cli.network.callbacks.allowSame),
  },
  help: t(($) => $.cli.network.callbacks.createHelp),
  examples: ["fleetdesk callback create https://example.com/in --purpose 'fleet events'"],
  run: ({ client, signal, scope, args, options: { purpose, allowDuplicate } }) =>
    client.streams.createCallback({ ...scope, ...args, purpose, allowSame: allowDuplicate }, signal),
  json: streams.operations.createCallback.output,
});

export const callbackCommands = [list, get, create];
