/** Saved message texts: validated when saved, exported and imported as one JSON text. */
import {
  templateBodySchema,
  type Template,
  type TemplateBody,
  type templates,
} from "#shared/contract/messages/templates.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { writeFileAtomically } from "../../../core/files/atomic-file.ts";
import type { Clock, Files, Log } from "../../../core/hosts.ts";
import { sleep } from "../../../core/wait.ts";
import type { StoreClient } from "../../../core/store/db.ts";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import { checkTemplate } from "./check-template.ts";
import { templateUnknown, type TemplateRow, type templateQueries } from "./queries.ts";
import { readTemplates, writeTemplates } from "./template-file.ts";

export interface TemplateDeps {
  readonly store: StoreClient<typeof templateQueries>;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChanged: () => void;
}

export function createTemplates({ store, files, clock, log, onChanged }: TemplateDeps): Handlers<typeof templates> {
  const list = async (): Promise<Template[]> => (await store.list()).flatMap((row) => describe(row, log));
  const selectBodies = async (ids: readonly number[] | undefined): Promise<TemplateBody[]> =>
    (await list()).filter(({ id }) => ids === undefined || ids.includes(id)).map(bodyOf);
  return {
    list: async () => ({ templates: await list() }),
    save: async ({ id, ...body }) => {
      checkTemplate(body);
      const { name, folder } = body;
      const row = await store.save({ id, name, folder, body: restOf(body), at: clock.now() });
      onChanged();
      return { ...body, id: row.id, updatedAt: row.updated_at };
    },
    remove: async ({ id }) => {
      if (!(await store.remove(id))) throw templateUnknown(id);
      onChanged();
      return {};
    },
    renameFolder: async ({ folder, to }) => {
      const renamed = await store.renameFolder(folder, to, clock.now());
      if (renamed > 0) onChanged();
      return { renamed };
    },
    exportAs: async ({ ids }) => {
      const bodies = await selectBodies(ids);
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const file = await files.saveAs({ name: `templates-${day}.json`, extension: "json" });
      if (file === undefined) return { outcome: "cancelled", count: 0 };
      await writeFileAtomically(file, [writeTemplates(bodies)]);
      return { outcome: "written", count: bodies.length, file };
    },
    exportText: async ({ ids }) => {
      const bodies = await selectBodies(ids);
      return { text: writeTemplates(bodies), count: bodies.length };
    },
    importText: async ({ text, existing }, { signal }) => {
      const { entries, problems } = await readTemplates(text, () => sleep(clock, 0, signal));
      const accepted = entries.map(({ entry, template }) => {
        const { name, folder } = template;
        return { entry, name, folder, body: restOf(template) };
      });
      const done = await store.importAll(accepted, existing, clock.now());
      if (done.added + done.replaced > 0) onChanged();
      return { ...done, problems: [...problems] };
    },
    // oxlint-disable-next-line typescript/require-await -- pure, but the contract's handlers return promises
    tryPattern: async ({ pattern, answer }) => ({ matches: compilePattern(pattern).test(answer) }),
  };
}

/** The fields that are neither searched nor sorted by, as JSON. */
function restOf({ name: _name, folder: _folder, ...rest }: TemplateBody): string {
  return JSON.stringify(rest);
}

function bodyOf({ id: _id, updatedAt: _updatedAt, ...body }: Template): TemplateBody {
  return body;
}

/** An unreadable row is skipped and logged, so that the others are still listed. */
function describe(row: TemplateRow, log: Log): Template[] {
  const rest = parse(row.body);
  const body = templateBodySchema.safeParse({ ...rest, name: row.name, folder: row.folder });
  if (body.success) return [{ ...body.data, id: row.id, updatedAt: row.updated_at }];
  log.warn("templates.not-readable", { id: row.id });
  return [];
}

function parse(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {}; // without a text it is no valid template
  }
}
