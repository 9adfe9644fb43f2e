/** stream list, show, create, again, trust, tell: data streams, as the service lists them and as this computer knows them. */
import { Argument, type Command, Option } from "commander";
import { destinationKindSchema, streamContentSchema, streamDetailSchema } from "#contract/stream-words.ts";
import type { DestinationKind, Stream, StreamContent, StreamForm } from "#contract/stream-words.ts";
import { streamAnswerSchema, streamListSchema } from "#contract/streams.ts";
import type { FleetClient } from "#contract/index.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { parseWhole } from "./option-values.ts";
import { formatTable, iso, printAnswer, printJson } from "./output.ts";
import { describeStream, policyLines, sayPreview, streamRow } from "./stream-text.ts";
import { reportOutcome } from "./report-outcome.ts";
import { usageError } from "./usage-error.ts";

export function addStreamCommands(program: Command, context: CliContext): void {
  const stream = program
    .command("stream")
    .description("data streams: list, show, create, send again elsewhere; the trust relationship of a destination");
  addList(stream, context);
  addShow(stream, context);
  addCreate(stream, context);
  addAgain(stream, context);
  addTrust(stream, context);
  addTell(stream, context);
}

function addList(stream: Command, context: CliContext): void {
  stream
    .command("list")
    .description("list the data streams that are known: by the service where it lists them, and by this computer")
    .option("--refresh", "ask the service first; settles what is unknown")
    .addHelpText("after", "\nExamples:\n  $ fleetdesk stream list --refresh\n  $ fleetdesk stream list --json")
    .action(async ({ refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const list = await client.streams[refresh ? "refresh" : "list"](context.scope(), signal);
        if (context.globals().json) {
          printAnswer(context.terminal, streamListSchema, list);
          return;
        }
        const { state, asOf, gap, items } = list;
        const { terminal } = context;
        const header = ["KEY", "ID", "DESTINATION", "TARGET", "CONTENT", "CREATED", "RUNNING", "KNOWN FROM"];
        if (items.length > 0) terminal.out(formatTable(header, items.map(streamRow), 80));
        else if (state === "read" && gap === undefined) terminal.out("There is no data stream.\n");
        else terminal.out("No data stream is known from this computer.\n");
        if (gap !== undefined) terminal.err(`warning: ${gap}\n`);
        if (state === "never") terminal.out("The service was never asked for its data streams; --refresh asks it.\n");
        if (state === "not-offered") terminal.out("This service has no list of data streams.\n");
        if (state === "read") terminal.out(`as of ${iso(asOf) ?? ""}\n`);
      });
    });
}

function addShow(stream: Command, context: CliContext): void {
  stream
    .command("show <stream>")
    .description("show one data stream and what was sent for it; it is given by its key or its id")
    .addHelpText("after", "\nExample:\n  $ fleetdesk stream show here:3")
    .action(async (given: string) => {
      await context.withCore(async ({ client }, signal) => {
        const key = await keyOf(client, context, given, signal);
        const found = await client.streams.show({ ...context.scope(), key }, signal);
        if (context.globals().json) printAnswer(context.terminal, streamDetailSchema, found);
        else context.terminal.out(describeStream(found));
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
  readonly allowSame: boolean;
  readonly dryRun: boolean;
}

const createHelp = `
rest-api takes --callback, or --url and --purpose: a callback is created first then. With --callback-url the callback is sent inside
the request of the stream, which also happens where the service has no API callbacks. object-storage and cloud-stream take --role and
--target; they deliver usage data and events. A stream that delivers the same to the same place is not created again.
Exit code 4 when the answer was lost, which "stream list --refresh" looks up; 5 when the same exists or was sent already.

Examples:
  $ fleetdesk stream create rest-api --callback 21 --content events
  $ fleetdesk stream create rest-api --callback-url https://example.com/in --organisation 4400 --purpose 'fleet events'
  $ fleetdesk stream create rest-api --url https://example.com/in --purpose 'fleet events' --dry-run
  $ fleetdesk stream create object-storage --role arn:aws:iam::123456789012:role/fleet --target eu-west-1/fleet-data`;

function addCreate(stream: Command, context: CliContext): void {
  stream
    .command("create")
    .description("create a data stream; each field is checked before anything is sent")
    .addArgument(new Argument("<destination>", "where it delivers to").choices(destinationKindSchema.options))
    .option("--callback <id>", "rest-api: an API callback that exists")
    .option("--url <url>", "rest-api: a new API callback with this URL")
    .option("--callback-url <url>", "rest-api: a new callback, sent inside the data stream")
    .option("--organisation <id>", "with --callback-url: the organisation that creates the callback")
    .option("--purpose <text>", "rest-api: what the new callback is for")
    .option("--role <identifier>", "the role that may write there, with account id and role name")
    .option("--target <region/name>", "region and bucket or stream", parseTarget)
    .addOption(
      new Option("--content <what>", "what is delivered")
        .choices(streamContentSchema.options)
        .default("usage-and-events"),
    )
    .option("--historic", "deliver what happened before, too", false)
    .option("--allow-same", "create it although one delivers the same to the same place", false)
    .option("--dry-run", "print the exact requests and send nothing", false)
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
    .command("again <stream>")
    .description("send the same data stream again, to another connection or with --allow-same to the same one")
    .option("--to <connection>", "the connection to create it on")
    .option("--allow-same", "create it although one delivers the same to the same place", false)
    .option("--dry-run", "print the exact requests and send nothing", false)
    .addHelpText("after", "\nExample:\n  $ fleetdesk stream again here:3 --to second-office --dry-run")
    .action(async (given: string, options: { to?: string; allowSame: boolean; dryRun: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const key = await keyOf(client, context, given, signal);
        const { form } = await client.streams.show({ ...context.scope(), key }, signal);
        if (form === undefined) {
          throw new AppError("stream-unclear", "Too little is known of this data stream to send the same again.");
        }
        const scope = options.to === undefined ? context.scope() : { connection: options.to };
        await createOrShow(client, context, { form, ...options, scope }, signal);
      });
    });
}

interface Wish {
  readonly form: StreamForm;
  readonly scope: { readonly connection?: string };
  readonly allowSame: boolean;
  readonly dryRun: boolean;
}

async function createOrShow(
  client: FleetClient,
  context: CliContext,
  { form, scope, allowSame, dryRun }: Wish,
  signal: AbortSignal,
): Promise<void> {
  if (dryRun) {
    sayPreview(context, await client.streams.preview({ ...scope, form }, signal));
    return;
  }
  const answer = await client.streams.create({ ...scope, form, allowSame }, signal);
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
    .description("print the policies that let the service write to a destination; works half filled in")
    .addArgument(new Argument("<destination>", "where").choices(["object-storage", "cloud-stream"]))
    .option("--role <identifier>", "the role of your account")
    .option("--target <region/name>", "region and bucket or stream", parseTarget)
    .option("--principal <account>", "account id or role of the service, as its operator tells it")
    .option("--organisation <id>", "your organisation (default: that of the session, where known)")
    .addHelpText("after", "\nExample:\n  $ fleetdesk stream trust object-storage --target eu-west-1/fleet-data")
    .action(async (destination: "object-storage" | "cloud-stream", options: TrustOptions) => {
      await context.withCore(async ({ client }, signal) => {
        const { role = "", principal = "", organisation, target = { region: "", name: "" } } = options;
        const whose = organisation === undefined ? {} : { organisation };
        const wish = { ...context.scope(), destination, role, principal, ...target, ...whose };
        const found = await client.streams.trust(wish, signal);
        if (context.globals().json) {
          printJson(context.terminal, found);
          return;
        }
        found.steps.forEach((step, index) => context.terminal.err(`${index + 1}. ${step}\n`));
        context.terminal.out(policyLines("Trust policy of the role", found.trust));
        context.terminal.out(`\n${policyLines("Permission policy of the role", found.permission)}`);
      });
    });
}

function addTell(stream: Command, context: CliContext): void {
  stream
    .command("tell")
    .description("say what became of a creation whose answer was lost, where the service has no list; sends nothing")
    .argument("<entry>", "the number in its key here:NUMBER", (text: string) =>
      parseWhole("An entry", 1, Number.MAX_SAFE_INTEGER)(text.replace(/^here:/, "")),
    )
    .addArgument(new Argument("<what>", "what became of it").choices(["created", "not-created"]))
    .addHelpText("after", "\nExample:\n  $ fleetdesk stream tell here:3 not-created")
    .action(async (entry: number, is: "created" | "not-created") => {
      await context.withCore(async ({ client }, signal) => {
        await client.streams.tell({ ...context.scope(), entry, is }, signal);
        if (context.globals().json) printJson(context.terminal, { entry, is });
        else context.terminal.out(`Noted: ${is === "created" ? "created" : "not created"}. Nothing was sent.\n`);
      });
    });
}

interface Target {
  readonly region: string;
  readonly name: string;
}

function parseTarget(text: string): Target {
  const slash = text.indexOf("/");
  // What is missing is told together with everything else that is wrong.
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
      throw usageError("--callback, --url, --callback-url, --organisation and --purpose belong to rest-api.");
    }
    return { destination, content, historic, role, ...target };
  }
  if (options.role !== undefined || options.target !== undefined) {
    throw usageError("--role and --target belong to object-storage and cloud-stream.");
  }
  if (callbackUrl !== undefined) {
    if (url !== undefined)
      throw usageError("Give --url, or --callback-url to send the callback inside the data stream.");
    const sent = {
      ...(callback === undefined ? {} : { id: callback }),
      ...(organisation === undefined ? {} : { organisation }),
    };
    const inline = { kind: "new", inline: true, url: callbackUrl, purpose: purpose ?? "", ...sent } as const;
    return { destination, content, historic, callback: inline };
  }
  if (organisation !== undefined) throw usageError("--organisation goes with --callback-url.");
  if (callback !== undefined && (url !== undefined || purpose !== undefined)) {
    throw usageError("Give --callback for one that exists, or --url and --purpose for a new one.");
  }
  if (url === undefined && purpose === undefined) {
    return { destination, content, historic, callback: { kind: "existing", id: callback ?? "" } };
  }
  return { destination, content, historic, callback: { kind: "new", url: url ?? "", purpose: purpose ?? "" } };
}

/** A key is taken as it is; anything else is looked for among the ids. */
async function keyOf(client: FleetClient, context: CliContext, given: string, signal: AbortSignal): Promise<string> {
  if (/^(here|service):/.test(given)) return given;
  const { items } = await client.streams.list(context.scope(), signal);
  const found: Stream | undefined = items.find(({ id }) => id === given);
  if (found === undefined) throw new AppError("stream-unknown", `No data stream ${given} is known here.`);
  return found.key;
}
