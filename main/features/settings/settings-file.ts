/**
 * Settings, templates, views and suppression lists as one JSON text: {"format": "fleetdesk-settings", "version": 1, "settings": {…},
 * "templates": […], "views": [{"connection", …}], "suppression": [{"connection", "entries": [{"value", "note"}]}]}. Connections are named, not
 * included, and nothing in it is a secret.
 *
 * Invariants of an import: nothing is deleted, emptied or stored for a shorter time; a suppression list only grows, and protects every
 * endpoint that it protected where it comes from; what cannot be imported is reported, and the rest still is; suppression lists come first,
 * so that an import that fails midway lets nothing be sent that the file forbids.
 */
import { z } from "zod";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { suppression } from "#shared/contract/campaigns/suppression.ts";
import type { Imported } from "#shared/contract/data.ts";
import { collectionSchema } from "#shared/contract/fleet/fleet.ts";
import { columnSchema, type views } from "#shared/contract/fleet/views.ts";
import { changesOf, type CallContext, type Handlers } from "#shared/contract/kit.ts";
import { templateBodySchema, type templates } from "#shared/contract/messages/templates.ts";
import { type settings, settingsSchema } from "#shared/contract/settings.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { type RetentionKind, retentionKinds, retentionPeriods } from "#shared/retention.ts";

const format = "fleetdesk-settings";
const version = 1;

/** Not the last address and the palette: they name records of this computer's cache. */
const portableSettings = changesOf(settingsSchema.omit({ lastAddress: true, paletteRecent: true }));

const viewSchema = z.object({
  connection: z.string(),
  collection: collectionSchema,
  name: z.string().trim().min(1).max(120),
  filter: z.string(),
  sort: z.string(),
  columns: z.array(columnSchema).optional(),
});
const suppressionSchema = z.object({
  connection: z.string(),
  entries: z.array(z.object({ value: z.string().trim().min(1), note: z.string().max(300).default("") })).max(1_000_000),
});

const headSchema = z.object({ format: z.literal(format), version: z.number().int() });
const fileSchema = headSchema.extend({
  settings: portableSettings.default({}),
  templates: z.array(templateBodySchema).max(2000).default([]),
  views: z.array(viewSchema).max(10_000).default([]),
  suppression: z.array(suppressionSchema).max(1000).default([]),
});
type SettingsFile = z.output<typeof fileSchema>;

/** The handlers of the contract whose data the file contains. */
export interface SettingsFileDeps {
  readonly settings: Handlers<typeof settings>;
  readonly templates: Pick<Handlers<typeof templates>, "list" | "save">;
  readonly views: Pick<Handlers<typeof views>, "list" | "save">;
  readonly suppression: Pick<Handlers<typeof suppression>, "list" | "add">;
  /** Names. */
  readonly connections: () => Promise<readonly string[]>;
}

export async function writeSettingsFile(deps: SettingsFileDeps, context: CallContext): Promise<string> {
  const names = await deps.connections();
  const ofEach = async <T>(read: (connection: string) => Promise<readonly T[]>): Promise<T[]> =>
    (await Promise.all(names.map(read))).flat();
  const suppressionLists = await ofEach(async (connection) => {
    const { entries } = await deps.suppression.list({ connection }, context);
    // An endpoint that a value no longer matches stays suppressed there as well, by its ID.
    const withFormer = entries.flatMap(({ value, note, formerEndpoints = [] }) =>
      [value, ...formerEndpoints.map(({ endpoint }) => endpoint)].map((one) => ({ value: one, note })),
    );
    const byValue = new Map(withFormer.toReversed().map((entry) => [entry.value, entry]));
    return entries.length === 0 ? [] : [{ connection, entries: [...byValue.values()].toReversed() }];
  });
  const file = fileSchema.parse({
    format,
    version,
    settings: await deps.settings.get({}, context),
    templates: (await deps.templates.list({}, context)).templates,
    views: await ofEach(async (connection) => (await deps.views.list({ connection }, context)).views),
    suppression: suppressionLists,
  });
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

interface Step {
  readonly item: Imported;
  /** Missing where nothing has to be done. */
  readonly run?: () => Promise<unknown>;
}

/** Rejects with `import-invalid` or `import-newer`. */
export async function importSettingsFile(
  deps: SettingsFileDeps,
  { text, existing, apply }: { readonly text: string; readonly existing: "keep" | "replace"; readonly apply: boolean },
  context: CallContext,
): Promise<Imported[]> {
  const file = readFile(text);
  const replaces = existing === "replace";
  const steps = [
    ...(await suppressionSteps(deps, file, context)),
    ...(await templateSteps(deps, file, replaces, context)),
    ...(await viewSteps(deps, file, replaces, context)),
    ...(await settingSteps(deps, file, replaces, context)),
  ];
  const items: Imported[] = [];
  for (const { item, run } of steps) {
    context.signal.throwIfAborted();
    items.push(apply && run !== undefined ? await attempt(item, run) : item);
  }
  return items;
}

async function attempt(item: Imported, run: () => Promise<unknown>): Promise<Imported> {
  try {
    await run();
    return item;
  } catch (error) {
    // Such as a filter of another version. Anything else, as a full disk, would also fail for the rest.
    if (!isAppError(error) || error.code === "disk-full" || error.code === "data-dir-read-only") throw error;
    return { ...item, action: "skip", message: toFailure(error).text };
  }
}

function readFile(text: string): SettingsFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new AppError("import-invalid", codedText("settings-file-not-json"), { cause });
  }
  const head = headSchema.safeParse(parsed);
  if (!head.success) throw new AppError("import-invalid", codedText("settings-file-malformed", { format }));
  if (head.data.version > version) throw new AppError("import-newer", codedText("settings-file-newer"));
  const file = fileSchema.safeParse(parsed);
  if (file.success) return file.data;
  const field = file.error.issues[0]?.path.join(".") ?? "";
  throw new AppError("import-invalid", codedText("settings-file-invalid", { field }));
}

/** What happens to an entry that exists with another content. */
function actionOf(exists: boolean, isSame: boolean, replaces: boolean): Imported["action"] {
  if (!exists) return "add";
  if (isSame) return "unchanged";
  return replaces ? "replace" : "keep";
}

function stepOf(item: Omit<Imported, "count">, run: () => Promise<unknown>): Step {
  const changes = item.action === "add" || item.action === "replace";
  return { item: { ...item, count: 1 }, run: changes ? run : undefined };
}

function skipped(item: Pick<Imported, "kind" | "connection" | "name" | "count">, message: CodedText): Step {
  return { item: { ...item, action: "skip", message } };
}

async function suppressionSteps(
  deps: SettingsFileDeps,
  { suppression: lists }: SettingsFile,
  context: CallContext,
): Promise<Step[]> {
  const names = new Set(await deps.connections());
  const steps: Step[] = [];
  for (const { connection, entries } of lists) {
    const base = { kind: "suppression", connection } as const;
    if (!names.has(connection)) {
      steps.push(skipped({ ...base, count: entries.length }, codedText("settings-file-no-connection")));
      continue;
    }
    const listed = new Set((await deps.suppression.list({ connection }, context)).entries.map(({ value }) => value));
    const added = entries.filter(({ value }) => !listed.has(value));
    const same = entries.length - added.length;
    if (same > 0) steps.push({ item: { ...base, action: "unchanged", count: same } });
    if (added.length === 0) continue;
    const byNote = Map.groupBy(added, ({ note }) => note);
    const run = async (): Promise<void> => {
      for (const [note, some] of byNote) {
        const values = some.map(({ value }) => value);
        for (let from = 0; from < values.length; from += mostValues) {
          await deps.suppression.add({ connection, values: values.slice(from, from + mostValues), note }, context);
        }
      }
    };
    steps.push({ item: { ...base, action: "add", count: added.length }, run });
  }
  return steps;
}

/** Limit of the contract. */
const mostValues = 100_000;

async function templateSteps(
  deps: SettingsFileDeps,
  { templates: bodies }: SettingsFile,
  replaces: boolean,
  context: CallContext,
): Promise<Step[]> {
  const place = (folder: string, name: string): string => JSON.stringify([folder.toLowerCase(), name.toLowerCase()]);
  const { templates: saved } = await deps.templates.list({}, context);
  const byPlace = new Map(saved.map((one) => [place(one.folder ?? "", one.name), one]));
  return bodies.map((body) => {
    const former = byPlace.get(place(body.folder, body.name));
    const isSame = former !== undefined && isEqual(templateBodySchema.parse(former), body);
    const item = {
      kind: "template",
      name: body.name,
      action: actionOf(former !== undefined, isSame, replaces),
    } as const;
    return stepOf(item, () => deps.templates.save({ ...body, id: former?.id }, context));
  });
}

async function viewSteps(
  deps: SettingsFileDeps,
  { views: saved }: SettingsFile,
  replaces: boolean,
  context: CallContext,
): Promise<Step[]> {
  const names = new Set(await deps.connections());
  const steps: Step[] = [];
  for (const [connection, own] of Map.groupBy(saved, (view) => view.connection)) {
    if (!names.has(connection)) {
      const message = codedText("settings-file-no-connection");
      steps.push(...own.map(({ name }) => skipped({ kind: "view", connection, name, count: 1 }, message)));
      continue;
    }
    const existing = (await deps.views.list({ connection }, context)).views;
    for (const view of own) {
      const former = existing.find(({ collection, name }) => collection === view.collection && name === view.name);
      const isSame = former !== undefined && isEqual(viewSchema.parse(former), view);
      const action = actionOf(former !== undefined, isSame, replaces);
      steps.push(
        stepOf({ kind: "view", connection, name: view.name, action }, () =>
          deps.views.save({ ...view, id: former?.id }, context),
        ),
      );
    }
  }
  return steps;
}

async function settingSteps(
  deps: SettingsFileDeps,
  { settings: imported }: SettingsFile,
  replaces: boolean,
  context: CallContext,
): Promise<Step[]> {
  const saved = await deps.settings.get({}, context);
  const current: Readonly<Record<string, unknown>> = { ...saved };
  return Object.entries(withoutLoss(saved, imported)).map(([name, value]) =>
    stepOf({ kind: "setting", name, action: actionOf(true, isEqual(current[name], value), replaces) }, () =>
      deps.settings.set({ [name]: value }, context),
    ),
  );
}

type Portable = SettingsFile["settings"];

/** The settings to save: an import shortens no retention, which would delete data, and removes no column layout. */
function withoutLoss(saved: Portable, { retention, columns, ...imported }: Portable): Portable {
  const daysOf = (of: Portable["retention"], kind: RetentionKind): number => of?.[kind] ?? retentionPeriods[kind].days;
  const longer = retentionKinds.filter((kind) => daysOf(retention, kind) > daysOf(saved.retention, kind));
  const longest = Object.fromEntries(longer.map((kind) => [kind, daysOf(retention, kind)]));
  return {
    ...imported,
    ...(retention === undefined ? {} : { retention: { ...saved.retention, ...longest } }),
    ...(columns === undefined ? {} : { columns: { ...saved.columns, ...columns } }),
  };
}

/** Of values that the same schema parsed, which gives them the same order of keys. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
