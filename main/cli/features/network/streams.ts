/** stream list, get, create, duplicate, trust, resolve: data streams of the service and those created on this computer. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Argument, type Command, Option } from "commander";
import {
  destinationKindSchema,
  streamContentSchema,
  streamDetailSchema,
} from "#shared/contract/network/stream-schemas.ts";
import type { DestinationKind, Stream, StreamContent, StreamForm } from "#shared/contract/network/stream-schemas.ts";
import { streamAnswerSchema, streamListSchema, trustSchema } from "#shared/contract/network/streams.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { formatTable, iso, printAnswer, printJson } from "../../output.ts";
import { describeStream, policyLines, printPreview, streamRow } from "./stream-text.ts";
import { reportOutcome } from "../../report-outcome.ts";
import { cliError, usageError } from "../../usage-error.ts";

export function addStreamCommands(program: Command, context: CliContext): void {
  const stream = program.command("stream").description(t(($) => $.cli.network.streams.summary));
  addList(stream, context);
  addShow(stream, context);
  addCreate(stream, context);
  addAgain(stream, context);
  addTrust(stream, context);
  addReport(stream, context);
}

function addList(stream: Command, context: CliContext): void {
  stream
    .command("list")
    .description(t(($) => $.cli.network.streams.list))
    .option(
      "--refresh",
      t(($) => $.cli.network.refreshAndResolve),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk stream list --refresh", "fleetdesk stream list --json"] }))
    .action(async ({ refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const list = await client.streams[refresh ? "refresh" : "list"](context.scope(), signal);
        if (context.globals().json) {
          printAnswer(context.terminal, streamListSchema, list);
          return;
        }
        const { state, asOf, gap, items } = list;
        const { terminal } = context;
        const header = [
          t(($) => $.cli.headings.key),
          t(($) => $.cli.headings.id),
          t(($) => $.cli.headings.destination),
          t(($) => $.cli.headings.target),
          t(($) => $.cli.headings.content),
          t(($) => $.cli.headings.created),
          t(($) => $.cli.headings.running),
          t(($) => $.cli.headings.source),
        ];
        if (items.length > 0) terminal.out(formatTable(header, items.map(streamRow), 80));
        else if (state === "read" && gap === undefined) terminal.out(t(($) => $.cli.network.streams.none));
        else terminal.out(t(($) => $.cli.network.streams.noneHere));
        if (gap !== undefined) terminal.err(t(($) => $.cli.program.warning, { warning: formatText(gap) }));
        if (state === "never") terminal.out(t(($) => $.cli.network.streams.neverRead));
        if (state === "not-offered") terminal.out(t(($) => $.cli.network.streams.notOffered));
        if (state === "read") terminal.out(t(($) => $.cli.program.asOf, { time: iso(asOf) ?? "" }));
      });
    });
}

function addShow(stream: Command, context: CliContext): void {
  stream
    .command("get <stream>")
    .description(t(($) => $.cli.network.streams.show))
    .addHelpText("after", helpText({ examples: ["fleetdesk stream get here:3"] }))
    .action(async (keyOrId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const key = await keyOf(client, context, keyOrId, signal);
        const detail = await client.streams.show({ ...context.scope(), key }, signal);
        if (context.globals().json) printAnswer(context.terminal, streamDetailSchema, detail);
        else context.terminal.out(describeStream(detail));
      });
    });
}

interface CreateOptions {
  readonly callback?: string;
  readonly url?: string;
  readonly callbackUrl?: string;
  readonly organisation?: string;
  readonly purpose?: string;
  readonly role?: string;
  readonly target?: Target;
  readonly content: StreamContent;
  readonly historic: boolean;
  readonly allowDuplicate: boolean;
  readonly dryRun: boolean;
}

const createHelp = helpText({
  text: t(($) => $.cli.network.streams.createHelp),
  examples: [
    "fleetdesk stream create rest-api --callback 21 --content events",
    "fleetdesk stream create rest-api --callback-url https://example.com/in --organisation 4400 --purpose 'fleet events'",
    "fleetdesk stream create rest-api --url https://example.com/in --purpose 'fleet events' --dry-run",
    "fleetdesk stream create object-storage --role arn:aws:iam::123456789012:role/fleet --target eu-west-1/fleet-data",
  ],
});

function addCreate(stream: Command, context: CliContext): void {
  stream
    .command("create")
    .description(t(($) => $.cli.network.streams.create))
    .addArgument(
      new Argument(
        "<destination>",
        t(($) => $.cli.network.streams.destination),
      ).choices(destinationKindSchema.options),
    )
    .option(
      "--callback <id>",
      t(($) => $.cli.network.streams.callback),
    )
    .option(
      "--url <url>",
      t(($) => $.cli.network.streams.url),
    )
    .option(
      "--callback-url <url>",
      t(($) => $.cli.network.streams.callbackUrl),
    )
    .option(
      "--organisation <id>",
      t(($) => $.cli.network.streams.organisation),
    )
    .option(
      "--purpose <text>",
      t(($) => $.cli.network.streams.purpose),
    )
    .option(
      "--role <identifier>",
      t(($) => $.cli.network.streams.role),
    )
    .option(
      "--target <region/name>",
      t(($) => $.cli.network.streams.target),
      parseTarget,
    )
    .addOption(
      new Option(
        "--content <content>",
        t(($) => $.cli.network.streams.content),
      )
        .choices(streamContentSchema.options)
        .default("usage-and-events"),
    )
    .option(
      "--historic",
      t(($) => $.cli.network.streams.historic),
      false,
    )
    .option(
      "--allow-duplicate",
      t(($) => $.cli.network.streams.allowSame),
      false,
    )
    .option(
      "--dry-run",
      t(($) => $.cli.network.streams.dryRun),
      false,
    )
    .addHelpText("after", createHelp)
    .action(async (destination: DestinationKind, options: CreateOptions) => {
      const form = formOf(destination, options);
      await context.withCore(async ({ client }, signal) => {
        await createOrShow(client, context, { form, ...options, scope: context.scope() }, signal);
      });
    });
}

function addAgain(stream: Command, context: CliContext): void {
  stream
    .command("duplicate <stream>")
    .description(t(($) => $.cli.network.streams.again))
    .option(
      "--to <connection>",
      t(($) => $.cli.network.streams.to),
    )
    .option(
      "--allow-duplicate",
      t(($) => $.cli.network.streams.allowSame),
      false,
    )
    .option(
      "--dry-run",
      t(($) => $.cli.network.streams.dryRun),
      false,
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk stream duplicate here:3 --to second-office --dry-run"] }))
    .action(async (keyOrId: string, options: { to?: string; allowDuplicate: boolean; dryRun: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const key = await keyOf(client, context, keyOrId, signal);
        const { form } = await client.streams.show({ ...context.scope(), key }, signal);
        if (form === undefined) {
          throw cliError(
            "stream-unclear",
            t(($) => $.cli.network.streams.incomplete),
          );
        }
        const scope = options.to === undefined ? context.scope() : { connection: options.to };
        await createOrShow(client, context, { form, ...options, scope }, signal);
      });
    });
}

interface Wish {
  readonly form: StreamForm;
  readonly scope: { readonly connection?: string };
  readonly allowDuplicate: boolean;
  readonly dryRun: boolean;
}

async function createOrShow(
  client: FleetClient,
  context: CliContext,
  { form, scope, allowDuplicate, dryRun }: Wish,
  signal: AbortSignal,
): Promise<void> {
  if (dryRun) {
    printPreview(context, await client.streams.preview({ ...scope, form }, signal));
    return;
  }
  const answer = await client.streams.create({ ...scope, form, allowSame: allowDuplicate }, signal);
  reportOutcome(context, streamAnswerSchema, answer);
}

interface TrustOptions {
  readonly role?: string;
  readonly target?: Target;
  readonly principal?: string;
  readonly organisation?: string;
}

function addTrust(stream: Command, context: CliContext): void {
  stream
    .command("trust")
    .description(t(($) => $.cli.network.streams.trust))
    .addArgument(
      new Argument(
        "<destination>",
        t(($) => $.cli.network.streams.destination),
      ).choices(["object-storage", "cloud-stream"]),
    )
    .option(
      "--role <identifier>",
      t(($) => $.cli.network.streams.trustRole),
    )
    .option(
      "--target <region/name>",
      t(($) => $.cli.network.streams.target),
      parseTarget,
    )
    .option(
      "--principal <account>",
      t(($) => $.cli.network.streams.trustService),
    )
    .option(
      "--organisation <id>",
      t(($) => $.cli.network.streams.trustOrganisation),
    )
    .addHelpText(
      "after",
      helpText({ examples: ["fleetdesk stream trust object-storage --target eu-west-1/fleet-data"] }),
    )
    .action(async (destination: "object-storage" | "cloud-stream", options: TrustOptions) => {
      await context.withCore(async ({ client }, signal) => {
        const { role = "", principal = "", organisation, target = { region: "", name: "" } } = options;
        const organisationInput = organisation === undefined ? {} : { organisation };
        const wish = { ...context.scope(), destination, role, principal, ...target, ...organisationInput };
        const trust = await client.streams.trust(wish, signal);
        if (context.globals().json) {
          printAnswer(context.terminal, trustSchema, trust);
          return;
        }
        trust.steps.forEach((step, index) => context.terminal.err(`${index + 1}. ${formatText(step)}\n`));
        context.terminal.out(
          policyLines(
            t(($) => $.cli.network.streams.trustPolicy),
            trust.trust,
          ),
        );
        context.terminal.out(
          `\n${policyLines(
            t(($) => $.cli.network.streams.permissionPolicy),
            trust.permission,
          )}`,
        );
      });
    });
}

function addReport(stream: Command, context: CliContext): void {
  stream
    .command("resolve")
    .description(t(($) => $.cli.network.streams.record))
    .argument(
      "<entry>",
      t(($) => $.cli.network.streams.entryId),
      (text: string) =>
        parseWhole(
          t(($) => $.cli.network.streams.entryValue),
          1,
          Number.MAX_SAFE_INTEGER,
        )(text.replace(/^here:/, "")),
    )
    .addArgument(
      new Argument(
        "<outcome>",
        t(($) => $.cli.network.streams.outcome),
      ).choices(["created", "not-created"]),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk stream resolve here:3 not-created"] }))
    .action(async (entry: number, is: "created" | "not-created") => {
      await context.withCore(async ({ client }, signal) => {
        await client.streams.resolveCreation({ ...context.scope(), entry, is }, signal);
        if (context.globals().json) printJson(context.terminal, { entry, is });
        else
          context.terminal.out(
            t(($) =>
              is === "created" ? $.cli.network.streams.resolvedCreated : $.cli.network.streams.resolvedNotCreated,
            ),
          );
      });
    });
}

interface Target {
  readonly region: string;
  readonly name: string;
}

function parseTarget(text: string): Target {
  const slash = text.indexOf("/");
  // A missing part is reported together with all other validation errors.
  if (slash < 0) return { region: text, name: "" };
  return { region: text.slice(0, slash), name: text.slice(slash + 1) };
}

function formOf(destination: DestinationKind, options: CreateOptions): StreamForm {
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
async function keyOf(client: FleetClient, context: CliContext, keyOrId: string, signal: AbortSignal): Promise<string> {
  if (/^(here|service):/.test(keyOrId)) return keyOrId;
  const { items } = await client.streams.list(context.scope(), signal);
  const match: Stream | undefined = items.find(({ id }) => id === keyOrId);
  if (match === undefined)
    throw cliError(
      "stream-unknown",
      t(($) => $.cli.network.streams.unknown, { id: keyOrId }),
    );
  return match.key;
}
