/** The groups `stream` and `callback`: data streams and API callbacks of the service, and those created on this computer. */
import { formatFields, iso, labelled, outcomeDocument, reportOutcome } from "../../output.ts";
import { z } from "zod";
import {
  callbackSchema,
  type DestinationKind,
  destinationKindSchema,
  type Stream,
  streamContentSchema,
  type StreamDetail,
  streamDetailSchema,
  type StreamForm,
  type StreamRequest,
  streamSchema,
} from "#shared/contract/network/stream-schemas.ts";
import {
  streamAnswerSchema,
  streamPreviewSchema,
  streams as contract,
  trustSchema,
  type CallbackList,
  type Policy,
  type StreamList,
} from "#shared/contract/network/streams.ts";
import { formatText } from "#shared/texts/text.ts";
import {
  argument,
  type Call,
  choice,
  choiceArgument,
  defineChange,
  defineCommand,
  flag,
  parsed,
  parsedArgument,
  text,
  textOr,
  type ValuesOf,
  withDefault,
} from "../../define-command.ts";
import { parseWhole, cliError, usageError } from "../../option-values.ts";
import { t } from "../../text.ts";
import { defineNetworkList, sourceLabels, warnOfFields } from "./network-text.ts";

const unknown = t(($) => $.cli.values.unknown);

const list = defineNetworkList<StreamList>({
  path: "stream list",
  summary: t(($) => $.cli.network.streams.list),
  refresh: ($) => $.cli.network.refreshAndResolve,
  examples: ["fleetdesk stream list --refresh", "fleetdesk stream list --json"],
  read: ({ client, scope, signal }, refresh) => client.streams[refresh ? "refresh" : "list"](scope, signal),
  footer: footerOf("streams"),
  columns: {
    key: ({ key }) => key,
    id: ({ id }) => id ?? unknown,
    destination: ({ destinationText }) => destinationText ?? unknown,
    target: ({ target }) => target ?? unknown,
    content: ({ contentText }) => contentText ?? unknown,
    created: createdText,
    running: runningText,
    source: sourceText,
  },
  id: ({ id, key }) => id ?? key,
  item: streamSchema,
  envelope: contract.operations.list.output.omit({ items: true }),
  widest: 80,
});

/** How much is known of a list of the service with the resources created here. */
function footerOf(
  kind: "streams" | "callbacks",
): (list: Pick<StreamList, "state" | "asOf" | "gap"> & { readonly items: readonly unknown[] }) => string {
  return ({ items, state, asOf, gap }) => {
    const isComplete = state === "read" && gap === undefined;
    const none = items.length > 0 ? "" : t(($) => $.cli.network[kind][isComplete ? "none" : "noneHere"]);
    if (state === "read") return `${none}${t(($) => $.cli.program.asOf, { time: iso(asOf) ?? "" })}`;
    return `${none}${t(($) => $.cli.network[kind][state])}`;
  };
}

const get = defineCommand({
  path: "stream get",
  summary: t(($) => $.cli.network.streams.show),
  args: { stream: argument(($) => $.cli.program.argument.stream) },
  examples: ["fleetdesk stream get here:3"],
  run: async (call) => {
    const { client, signal, scope, args } = call;
    return await client.streams.show({ ...scope, key: await keyOf(call, args.stream) }, signal);
  },
  json: streamDetailSchema,
  render: describeStream,
});

const formOptions = {
  callback: text("<id>", ($) => $.cli.network.streams.callback),
  url: text("<url>", ($) => $.cli.network.streams.url),
  callbackUrl: text("<url>", ($) => $.cli.network.streams.callbackUrl),
  organisation: text("<id>", ($) => $.cli.network.streams.organisation),
  purpose: text("<text>", ($) => $.cli.network.streams.purpose),
  role: text("<identifier>", ($) => $.cli.network.streams.role),
  target: parsed("<region/name>", ($) => $.cli.network.streams.target, parseTarget),
  content: withDefault(
    choice("<content>", ($) => $.cli.network.streams.content, streamContentSchema.options),
    "usage-and-events",
  ),
  historic: flag(($) => $.cli.network.streams.historic),
};
const sendOptions = {
  allowDuplicate: flag(($) => $.cli.network.streams.allowSame),
  dryRun: flag(($) => $.cli.network.streams.dryRun),
};

const previewOutput = {
  json: z.union([streamAnswerSchema, streamPreviewSchema]),
  render: (preview: Preview) =>
    preview && t(($) => $.cli.network.requests, { requests: preview.requests.map(requestLines).join("\n") }),
};

const create = defineCommand({
  path: "stream create",
  summary: t(($) => $.cli.network.streams.create),
  args: {
    destination: choiceArgument(($) => $.cli.network.streams.destination, destinationKindSchema.options),
  },
  options: { ...formOptions, ...sendOptions },
  help: t(($) => $.cli.network.streams.createHelp),
  examples: [
    "fleetdesk stream create rest-api --callback 21 --content events",
    "fleetdesk stream create rest-api --callback-url https://example.com/in --organisation 4400 --purpose 'fleet events'",
    "fleetdesk stream create rest-api --url https://example.com/in --purpose 'fleet events' --dry-run",
    "fleetdesk stream create object-storage --role arn:aws:iam::123456789012:role/fleet --target eu-west-1/fleet-data",
  ],
  prepare: ({ args, options }) => formOf(args.destination, options),
  run: (call, form) => createOrPreview(call, form, call.scope),
  ...previewOutput,
});

const duplicate = defineCommand({
  path: "stream duplicate",
  summary: t(($) => $.cli.network.streams.again),
  args: { stream: argument(($) => $.cli.program.argument.stream) },
  options: {
    to: text("<connection>", ($) => $.cli.network.streams.to),
    ...sendOptions,
  },
  examples: ["fleetdesk stream duplicate here:3 --to second-office --dry-run"],
  run: async (call) => {
    const { client, signal, scope, args, options } = call;
    const { form } = await client.streams.show({ ...scope, key: await keyOf(call, args.stream) }, signal);
    if (form === undefined) {
      throw cliError(
        "stream-unclear",
        t(($) => $.cli.network.streams.incomplete),
      );
    }
    if (options.to !== undefined && form.destination === "rest-api" && form.callback.id !== undefined) {
      const callback = form.callback.id;
      throw cliError(
        "stream-unclear",
        t(($) => $.cli.network.streams.callbackElsewhere, { callback, connection: options.to }),
      );
    }
    return await createOrPreview(call, form, options.to === undefined ? scope : { connection: options.to });
  },
  ...previewOutput,
});

type Preview = Awaited<ReturnType<typeof createOrPreview>>;

/** The preview of a dry run; the outcome of a creation is reported here. */
async function createOrPreview(
  { client, signal, options: { dryRun, allowDuplicate }, context }: Call<unknown, typeof sendOptions>,
  form: StreamForm,
  scope: { readonly connection?: string },
): Promise<Awaited<ReturnType<typeof client.streams.preview>> | undefined> {
  if (!dryRun) {
    const answer = await client.streams.create({ ...scope, form, allowSame: allowDuplicate }, signal);
    reportOutcome(context, streamAnswerSchema, answer);
    return undefined;
  }
  const preview = await client.streams.preview({ ...scope, form }, signal);
  const { reused, same, warnings } = preview;
  warnOfFields(context, warnings);
  if (reused !== undefined) context.terminal.err(`${formatText(reused.message)}\n`);
  if (same.length > 0) context.terminal.err(t(($) => $.cli.network.streams.same, { streams: same.join(", ") }));
  return preview;
}

const trust = defineCommand({
  path: "stream trust",
  summary: t(($) => $.cli.network.streams.trust),
  args: {
    destination: choiceArgument(($) => $.cli.network.streams.destination, ["object-storage", "cloud-stream"]),
  },
  options: {
    role: text("<identifier>", ($) => $.cli.network.streams.trustRole),
    target: parsed("<region/name>", ($) => $.cli.network.streams.target, parseTarget),
    principal: text("<account>", ($) => $.cli.network.streams.trustService),
    organisation: text("<id>", ($) => $.cli.network.streams.trustOrganisation),
  },
  examples: ["fleetdesk stream trust object-storage --target eu-west-1/fleet-data"],
  run: ({ client, signal, scope, args, options }) => {
    const { role = "", principal = "", organisation, target = { region: "", name: "" } } = options;
    return client.streams.trust({ ...scope, ...args, role, principal, ...target, organisation }, signal);
  },
  json: trustSchema,
  render: ({ steps, trust: allowed, permission }, { context }) => {
    steps.forEach((step, index) => context.terminal.err(`${index + 1}. ${formatText(step)}\n`));
    const policies = [
      policyLines(
        t(($) => $.cli.network.streams.trustPolicy),
        allowed,
      ),
      policyLines(
        t(($) => $.cli.network.streams.permissionPolicy),
        permission,
      ),
    ];
    return policies.join("\n");
  },
});

const parseEntry = parseWhole(($) => $.cli.network.streams.entryValue, 1);

const resolve = defineCommand({
  path: "stream resolve",
  summary: t(($) => $.cli.network.streams.record),
  args: {
    entry: parsedArgument(
      ($) => $.cli.network.streams.entryId,
      (value) => parseEntry(value.replace(/^here:/, "")),
    ),
    outcome: choiceArgument(($) => $.cli.network.streams.outcome, ["created", "not-created"]),
  },
  examples: ["fleetdesk stream resolve here:3 not-created"],
  run: async ({ client, signal, scope, args: { entry, outcome: is } }) => {
    await client.streams.resolveCreation({ ...scope, entry, is }, signal);
    return { id: `here:${entry}`, outcome: is };
  },
  json: outcomeDocument,
  render: ({ outcome }) =>
    t(($) =>
      outcome === "created" ? $.cli.network.streams.resolvedCreated : $.cli.network.streams.resolvedNotCreated,
    ),
});

interface Target {
  readonly region: string;
  readonly name: string;
}

function parseTarget(value: string): Target {
  const slash = value.indexOf("/");
  // A missing part is reported together with all other validation errors.
  if (slash < 0) return { region: value, name: "" };
  return { region: value.slice(0, slash), name: value.slice(slash + 1) };
}

function formOf(destination: DestinationKind, options: ValuesOf<typeof formOptions>): StreamForm {
  const {
    callback,
    url,
    callbackUrl,
    organisation,
    purpose,
    role = "",
    target = { region: "", name: "" },
    content,
    historic,
  } = options;
  if (destination !== "rest-api") {
    const ofCallback = [callback, url, purpose, callbackUrl, organisation];
    if (ofCallback.some((one) => one !== undefined)) {
      throw usageError(t(($) => $.cli.network.streams.restOnly));
    }
    return { destination, content, historic, role, ...target };
  }
  if (options.role !== undefined || options.target !== undefined) {
    throw usageError(t(($) => $.cli.network.streams.cloudOnly));
  }
  if (callbackUrl !== undefined) {
    if (url !== undefined) throw usageError(t(($) => $.cli.network.streams.urlOrCallbackUrl));
    const sent = {
      id: callback,
      organisation,
    };
    const inline = { kind: "new", inline: true, url: callbackUrl, purpose: purpose ?? "", ...sent } as const;
    return { destination, content, historic, callback: inline };
  }
  if (organisation !== undefined) throw usageError(t(($) => $.cli.network.streams.organisationNeeds));
  if (callback !== undefined && (url !== undefined || purpose !== undefined)) {
    throw usageError(t(($) => $.cli.network.streams.callbackMissing));
  }
  if (url === undefined && purpose === undefined) {
    return { destination, content, historic, callback: { kind: "existing", id: callback ?? "" } };
  }
  return { destination, content, historic, callback: { kind: "new", url: url ?? "", purpose: purpose ?? "" } };
}

/** A key is returned unchanged; anything else is looked up among the ids. */
async function keyOf(
  { client, signal, scope }: Pick<Call<unknown, unknown>, "client" | "signal" | "scope">,
  keyOrId: string,
): Promise<string> {
  if (/^(here|service):/.test(keyOrId)) return keyOrId;
  const { items } = await client.streams.list(scope, signal);
  const match = items.find(({ id }) => id === keyOrId);
  if (match === undefined)
    throw cliError(
      "stream-unknown",
      t(($) => $.cli.network.streams.unknown, { id: keyOrId }),
    );
  return match.key;
}

export const streamCommands = [list, get, create, duplicate, trust, resolve];

// API callbacks, the targets of REST streams and service profiles.

const listCallbacks = defineNetworkList<CallbackList>({
  path: "callback list",
  summary: t(($) => $.cli.network.callbacks.list),
  refresh: ($) => $.cli.network.refreshAndResolve,
  examples: ["fleetdesk callback list --refresh"],
  read: ({ client, scope, signal }, refresh) =>
    client.streams[refresh ? "refreshCallbacks" : "callbacks"](scope, signal),
  sentText: ({ callback }) => t(($) => $.cli.network.callbacks.deletion, { callback }),
  footer: footerOf("callbacks"),
  columns: {
    key: ({ key }) => key,
    id: ({ id }) => id ?? unknown,
    url: ({ url }) => url ?? unknown,
    purpose: ({ purpose }) => purpose ?? unknown,
    streams: ({ streams: users }) => streamsText(users),
    source: sourceText,
  },
  id: ({ id, key }) => id ?? key,
  item: callbackSchema,
  envelope: contract.operations.callbacks.output.omit({ items: true }),
  widest: 80,
});

const getCallback = defineCommand({
  path: "callback get",
  summary: t(($) => $.cli.network.callbacks.show),
  args: { id: argument(($) => $.cli.program.argument.callback) },
  examples: ["fleetdesk callback get 21"],
  run: ({ client, signal, scope, args }) => client.streams.readCallback({ ...scope, ...args }, signal),
  json: callbackSchema,
  render: (record) => {
    const { id, url, purpose, organisation, createdAt, asOf, streams: users } = record;
    const fields = {
      id,
      url,
      purpose,
      organisation,
      created: iso(createdAt),
      streams: streamsText(users),
      source: sourceText(record),
      asOf: iso(asOf),
    };
    return formatFields(labelled(fields).map(([label, value = unknown]) => [label, value]));
  },
});

const createCallback = defineChange({
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
  json: contract.operations.createCallback.output,
});

const removeCallback = defineChange({
  path: "callback delete",
  summary: t(($) => $.cli.network.callbacks.delete),
  args: { id: argument(($) => $.cli.program.argument.callback) },
  help: t(($) => $.cli.network.lostAnswerExit),
  examples: ["fleetdesk callback delete 21"],
  run: ({ client, signal, scope, args }) => client.streams.deleteCallback({ ...scope, ...args }, signal),
  json: contract.operations.deleteCallback.output,
});

export const callbackCommands = [listCallbacks, getCallback, createCallback, removeCallback];

// Texts.

function sourceText({ source, creation }: Pick<Stream, "source" | "creation">): string {
  if (creation?.state === "unknown") return t(($) => $.cli.network.outcomeUnknown);
  return creation?.state === "not-created" ? t(($) => $.cli.network.notCreated) : sourceLabels[source];
}

function requestLines({ method, path, body }: StreamRequest): string {
  return `${method} ${path}\n${body}\n`;
}

/** Whether the stream exists: a stream in the service's list does, regardless of its creator. */
function createdText({ source, creation }: Stream): string {
  if (source === "service" || source === "both" || creation?.state === "created") return t(($) => $.cli.values.yes);
  return creation?.state === "not-created" ? t(($) => $.cli.values.no) : t(($) => $.cli.values.unknown);
}

/** Reported only by the list of the service. */
function runningText({ active, running }: Stream): string {
  if (active === undefined && running === undefined) return t(($) => $.cli.network.notReported);
  if (active === false) return t(($) => $.cli.network.streams.inactive);
  return running === false ? t(($) => $.cli.values.no) : t(($) => $.cli.values.yes);
}

function describeStream(stream: StreamDetail): string {
  const { role, historic, callback, lastResult, lastDispatchedAt, asOf, creation, sent } = stream;
  const fields = labelled({
    key: stream.key,
    id: stream.id ?? unknown,
    destination: stream.destinationText ?? unknown,
    target: stream.target ?? unknown,
    role,
    callback,
    content: stream.contentText ?? unknown,
    historic: historic === undefined ? unknown : historic ? t(($) => $.cli.values.yes) : t(($) => $.cli.values.no),
    created: createdText(stream),
    running: runningText(stream),
    lastResult,
    lastDelivery: iso(lastDispatchedAt),
    source: sourceText(stream),
    sentAt: iso(creation?.sentAt),
    response: creation && formatText(creation.answer),
    listedAsOf: iso(asOf),
  });
  const requests =
    sent.length === 0 ? "" : t(($) => $.cli.network.sentHere, { requests: sent.map(requestLines).join("\n") });
  return `${formatFields(fields)}${requests}`;
}

function streamsText(streams: readonly string[]): string {
  return streams.length === 0 ? t(($) => $.cli.network.empty) : streams.join(", ");
}

function policyLines(title: string, { text, missing }: Policy): string {
  return `${title}:\n${text}\n${missing.map((sentence) => t(($) => $.cli.network.streams.toFillIn, { fields: formatText(sentence) })).join("")}`;
}
