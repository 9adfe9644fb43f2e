/** data usage, compact and check, settings export and import. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { data, type DataUsage, type Imported, inspectionSchema, replacedSchema } from "#shared/contract/data.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { AppError } from "#shared/failure.ts";
import { permanentRecords, retentionKinds, retentionPeriods } from "#shared/retention.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { lockDataDir, readOwner } from "../../../platform/node/lock.ts";
import {
  argument,
  choice,
  defineCommand,
  defineList,
  flag,
  inputFile,
  repeated,
  withDefault,
} from "../../define-command.ts";
import { badValue, parseWhole } from "../../option-values.ts";
import { readInputFile } from "../../terminal.ts";
import { escapeJson, formatItems, formatTable } from "../../output.ts";
import { t } from "../../text.ts";

const { usage, compact, importSettings } = data.operations;

const usageCommand = defineCommand({
  path: "data usage",
  summary: t(($) => $.cli.settings.data.usage),
  examples: ["fleetdesk data usage"],
  run: ({ client, signal }) => client.data.usage({}, signal),
  json: usage.output,
  render: describeUsage,
});

function describeUsage({ parts, reusableBytes, freeBytes }: DataUsage): string {
  const size = (count: number): string => t(($) => $.cli.settings.data.bytes, { count });
  const rows = [
    ...parts.map(({ part, bytes }) => [t(($) => $.settings.data.part[part]), size(bytes)]),
    [t(($) => $.settings.data.reusable), size(reusableBytes)],
    [t(($) => $.settings.data.free), size(freeBytes)],
  ];
  return formatTable(undefined, rows);
}

const compactCommand = defineCommand({
  path: "data compact",
  summary: t(($) => $.cli.settings.data.compact),
  help: t(($) => $.cli.settings.data.compactHelp),
  examples: ["fleetdesk data compact"],
  run: ({ client, signal }) => client.data.compact({}, signal),
  json: compact.output,
  render: (sizes) => t(($) => $.cli.settings.data.compacted, sizes),
});

const checkedSchema = inspectionSchema.extend(replacedSchema.shape);

const checkCommand = defineCommand({
  path: "data check",
  summary: t(($) => $.cli.settings.data.check),
  options: { rebuild: flag(t(($) => $.cli.settings.data.checkRebuild)) },
  help: t(($) => $.cli.settings.data.checkHelp),
  examples: ["fleetdesk data check", "fleetdesk data check --rebuild"],
  core: "none",
  run: async ({ options: { rebuild }, context }) => {
    const { completeReplacement, databaseName, inspectFile, readReplaced, rebuildDatabase } =
      await import("../../../app/create-app.ts");
    const { dataDir } = context.globals();
    const file = join(dataDir, databaseName);
    if (!existsSync(file) && readReplaced(file) !== undefined)
      await withDataDir(dataDir, () => completeReplacement(file));
    if (!existsSync(file)) throw new AppError("file-not-found", codedText("file-not-found", { file }));
    const inspection = inspectFile(file);
    if (!rebuild || inspection.state === "sound") return { ...inspection, former: undefined };
    const { former } = await withDataDir(dataDir, () => rebuildDatabase(dataDir, context.clock.now()));
    return { ...inspection, former };
  },
  json: checkedSchema,
  render: describeInspection,
  conclude: ({ state, former }, { context }) => {
    if (state !== "sound" && former === undefined) context.endWith("database-corrupt");
  },
});

function describeInspection({ state, parts, findings, former }: z.output<typeof checkedSchema>): string {
  if (state === "sound") return t(($) => $.cli.settings.data.sound);
  const names = parts.map((part) => t(($) => $.settings.data.cachePart[part])).join(", ");
  const lines = findings.map((finding) => `  ${finding}\n`).join("");
  const affected = parts.length === 0 ? "" : t(($) => $.cli.settings.data.affected, { parts: names });
  const next =
    former === undefined
      ? t(($) => (state === "damaged" ? $.cli.settings.data.damaged : $.cli.settings.data.cacheDamaged))
      : t(($) => $.cli.settings.data.rebuilt, { former });
  return `${t(($) => $.cli.settings.data.findings)}${lines}${affected}${next}`;
}

/** Work on a data directory that no process has open. Throws `data-dir-in-use`. */
export async function withDataDir<T>(dataDir: string, work: () => T): Promise<T> {
  const lock = lockDataDir(dataDir);
  if (lock === undefined)
    throw (await import("../../../core/ipc/outside-calls.ts")).dataDirInUse(readOwner(dataDir)?.pid);
  try {
    return work();
  } finally {
    lock.release();
  }
}

const retentionItem = z.object({
  kind: z.enum([...retentionKinds, ...permanentRecords]),
  /** Missing: never deleted by age. */
  days: z.number().int().optional(),
  defaultDays: z.number().int().optional(),
});

const retentionCommand = defineList({
  path: "data retention",
  summary: t(($) => $.cli.settings.data.retention),
  options: {
    set: repeated(
      "<kind=days>",
      t(($) => $.cli.settings.data.retentionSet),
      (text, before: Settings["retention"] = {}) => ({ ...before, ...parsePeriod(text) }),
    ),
  },
  help: t(($) => $.cli.settings.data.retentionHelp),
  examples: ["fleetdesk data retention", "fleetdesk data retention --set events=60 --set messages=default"],
  run: async ({ client, signal, options: { set = {} } }) => {
    const before = (await client.settings.get({}, signal)).retention;
    const changed = { ...before, ...set };
    const { retention } =
      Object.keys(set).length === 0 ? { retention: before } : await client.settings.set({ retention: changed }, signal);
    return {
      pages: [
        ...retentionKinds.map((kind) => {
          const { days: defaultDays } = retentionPeriods[kind];
          return { kind, days: retention[kind] ?? defaultDays, defaultDays };
        }),
        ...permanentRecords.map((kind) => ({ kind, days: undefined, defaultDays: undefined })),
      ],
    };
  },
  columns: {
    kind: ({ kind }) => kind,
    days: [
      t(($) => $.cli.settings.data.days),
      ({ days }) => (days === undefined ? t(($) => $.cli.settings.data.always) : String(days)),
    ],
    defaultDays: [t(($) => $.cli.settings.data.defaultDays), ({ defaultDays }) => String(defaultDays ?? "")],
    data: [t(($) => $.cli.settings.data.dataHeading), ({ kind }) => t(($) => $.settings.data.retained[kind])],
    reason: ({ kind }) => permanentReason(kind),
  },
  id: ({ kind }) => kind,
  item: retentionItem,
  widest: 120,
});

/** Why it is never deleted by age; empty for data with a period. */
function permanentReason(kind: z.output<typeof retentionItem>["kind"]): string {
  const permanent = permanentRecords.find((one) => one === kind);
  return permanent === undefined ? "" : t(($) => $.settings.data.permanent[permanent]);
}

/** "events=60", or "events=default". */
function parsePeriod(text: string): Settings["retention"] {
  const [kind, days = ""] = text.split("=");
  const setting = retentionKinds.find((one) => one === kind);
  if (setting === undefined)
    throw badValue(t(($) => $.cli.program.badChoice, { choices: retentionKinds.map((one) => `${one}=…`).join(", ") }));
  const { least, most } = retentionPeriods[setting];
  return { [setting]: days === "default" ? undefined : parseWhole(setting, least, most)(days) };
}

const exportCommand = defineCommand({
  path: "settings export",
  summary: t(($) => $.cli.settings.file.export),
  examples: ["fleetdesk settings export > settings.json"],
  run: async ({ client, signal, context }) => {
    // The exported text is a JSON document itself.
    context.terminal.out(escapeJson((await client.data.exportSettings({}, signal)).text));
    return undefined;
  },
  json: data.operations.exportSettings.output,
});

const importCommand = defineCommand({
  path: "settings import",
  summary: t(($) => $.cli.settings.file.import),
  args: { file: inputFile(argument(($) => $.cli.program.argument.settingsFile)) },
  options: {
    ifExists: withDefault(
      choice("<action>", ($) => $.cli.settings.file.existing, ["keep", "replace"]),
      "keep",
    ),
    apply: flag(($) => $.cli.settings.file.apply),
  },
  help: t(($) => $.cli.settings.file.importHelp),
  examples: [
    "fleetdesk settings import settings.json",
    "fleetdesk settings import settings.json --if-exists replace --apply",
  ],
  run: async ({ client, signal, args: { file }, options: { ifExists: existing, apply }, context }) => {
    const text = await readInputFile(context.terminal, file, signal);
    return await client.data.importSettings({ text, existing, apply }, signal);
  },
  json: importSettings.output,
  render: ({ items, applied }) =>
    describeImport(items) + t(($) => (applied ? $.cli.settings.file.applied : $.cli.settings.file.notApplied)),
  conclude: ({ items }, { context }) => {
    if (items.some(({ action }) => action === "skip")) context.endWith("incomplete");
  },
});

function describeImport(items: readonly Imported[]): string {
  return formatItems<(typeof items)[number]>(
    {
      kind: ({ kind }) => t(($) => $.settings.data.kind[kind]),
      connection: ({ connection }) => connection,
      name: ({ name }) => name,
      action: ({ action }) => t(($) => $.settings.data.action[action]),
      count: ({ count }) => String(count),
      reason: ({ message }) => message && formatText(message),
    },
    items,
    120,
  );
}

export const dataCommands = [
  usageCommand,
  compactCommand,
  checkCommand,
  retentionCommand,
  exportCommand,
  importCommand,
];
