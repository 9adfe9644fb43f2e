/** diagnostics, log. */
import { type Check, diagnostics, logEntrySchema, logLevelSchema } from "#shared/contract/diagnostics.ts";
import { keychainStateSchema } from "#shared/contract/connections/keychain.ts";
import { formatText } from "#shared/texts/text.ts";
import { choice, defineCommand, defineList, flag, limit, withDefault } from "../../define-command.ts";
import { belowLimit, escapeJson, formatItems, formatTable, iso } from "../../output.ts";
import { t } from "../../text.ts";

const { about, run } = diagnostics.operations;

const diagnosticsCommand = defineCommand({
  path: "diagnostics",
  summary: t(($) => $.cli.settings.diagnostics.summary),
  options: {
    offline: flag(($) => $.cli.settings.diagnostics.offline),
    report: flag(($) => $.cli.settings.diagnostics.report),
    identifiers: flag(($) => $.cli.settings.diagnostics.identifiers),
  },
  help: t(($) => $.cli.settings.diagnostics.help),
  examples: [
    "fleetdesk diagnostics",
    "fleetdesk diagnostics --offline --json",
    "fleetdesk diagnostics --report > report.json",
  ],
  core: "no-database",
  run: async ({ client, signal, scope, options: { offline, report, identifiers }, context }) => {
    const input = { ...scope, network: !offline };
    if (report) {
      // The report is a JSON document itself.
      const { text } = await client.diagnostics.report({ ...input, identifiers }, signal);
      context.terminal.out(escapeJson(text));
      return undefined;
    }
    const [program, keychain] = [await client.diagnostics.about({}, signal), await client.keychain.get({}, signal)];
    return { ...program, keychain, ...(await client.diagnostics.run(input, signal)) };
  },
  json: about.output.extend({ keychain: keychainStateSchema, ...run.output.shape }),
  render: (result) => {
    if (result === undefined) return undefined;
    const { version, platform, runtime, dataDir, logFile, keychain, certificates, checks } = result;
    const program = formatTable(
      undefined,
      [
        [t(($) => $.cli.settings.diagnostics.version), version],
        [t(($) => $.cli.settings.diagnostics.platform), platform],
        [t(($) => $.cli.settings.diagnostics.runtime), runtime],
        [t(($) => $.cli.settings.diagnostics.dataDir), dataDir],
        [t(($) => $.cli.settings.diagnostics.logFile), logFile ?? t(($) => $.cli.settings.diagnostics.noLogFile)],
        [t(($) => $.cli.settings.diagnostics.keychain), keychain.protection ?? keychain.state],
        ...certificates.map(({ file, count, problem }) => [
          t(($) => $.cli.settings.diagnostics.certificates),
          problem === undefined
            ? t(($) => $.cli.settings.diagnostics.certificateFile, { file, count })
            : formatText(problem),
        ]),
      ],
      200,
    );
    return `${program}\n${describeChecks(checks)}`;
  },
  conclude: (result, { context }) => {
    if (result?.checks.some(({ result: outcome }) => outcome === "problem") === true) context.endWith("check-failed");
  },
});

function describeChecks(checks: readonly Check[]): string {
  return formatItems<Check>(
    {
      number: (check) => String(checks.indexOf(check) + 1),
      check: ({ id }) => t(($) => $.settings.diagnostics.check[id]),
      result: ({ result }) => t(($) => $.settings.diagnostics.result[result]),
      message: ({ message }) => formatText(message),
      code: ({ code }) => code,
    },
    checks,
    300,
  );
}

const log = defineList({
  path: "log",
  summary: t(($) => $.cli.settings.log.summary),
  options: {
    level: withDefault(
      choice("<level>", ($) => $.cli.settings.log.level, logLevelSchema.options),
      "info",
    ),
    limit: limit(($) => $.cli.settings.log.limit, 2000, 50),
  },
  examples: ["fleetdesk log --level warn", "fleetdesk log --limit 500 --output jsonl"],
  core: "no-database",
  run: async ({ client, signal, options }) => {
    const { entries } = await client.diagnostics.log(options, signal);
    return {
      pages: entries,
      total: belowLimit(options.limit),
      footer: (count) => (count === 0 ? t(($) => $.cli.settings.log.empty) : undefined),
    };
  },
  columns: {
    at: ({ at }) => iso(at),
    level: ({ level }) => level,
    event: ({ event }) => event,
    details: ({ details }) => details,
  },
  id: ({ event }) => event,
  item: logEntrySchema,
  widest: 160,
});

export const diagnosticsCommands = [diagnosticsCommand, log];
