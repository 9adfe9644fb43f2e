/** Saved templates; these functions run in the store's thread. Folder and name are compared regardless of case. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

export interface TemplateRow {
  readonly id: number;
  readonly folder: string;
  readonly name: string;
  /** JSON of all other fields. */
  readonly body: string;
  readonly updated_at: number;
}

export interface NewTemplate {
  /** Id of the template to replace. */
  readonly id: number | undefined;
  readonly folder: string;
  readonly name: string;
  readonly body: string;
  readonly at: number;
}

export interface ImportedTemplate extends Omit<NewTemplate, "id" | "at"> {
  /** Position in the file, from 1. */
  readonly entry: number;
}

export interface Imported {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
}

export const templateQueries = {
  /** Ordered by folder and name; templates without a folder first. */
  list: (db: ReadDb): TemplateRow[] => db.all<TemplateRow>("SELECT * FROM sms_template ORDER BY folder, name, id"),

  /** Throws `name-taken`, or `template-unknown` when the template to replace does not exist. */
  save(db: WriteDb, template: NewTemplate): TemplateRow {
    return db.transaction(() => {
      const { id, folder, name } = template;
      const other = named(db, folder, name);
      if (other !== undefined && other.id !== id) throw nameTaken(folder, name);
      return id === undefined ? insert(db, template) : update(db, id, template);
    });
  },

  /** False when it did not exist. */
  remove: (db: WriteDb, id: number): boolean => db.run("DELETE FROM sms_template WHERE id = ?", id).changes > 0,

  /** All or nothing: throws `name-taken` when both folders have a template with the same name. */
  renameFolder(db: WriteDb, folder: string, to: string, at: number): number {
    return db.transaction(() => {
      const clash = db.get<{ name: string }>(
        `SELECT a.name FROM sms_template a JOIN sms_template b ON b.folder = ? AND b.name = a.name AND b.id <> a.id
          WHERE a.folder = ? LIMIT 1`,
        to,
        folder,
      );
      if (clash !== undefined && to.toLowerCase() !== folder.toLowerCase()) throw nameTaken(to, clash.name);
      return db.run("UPDATE sms_template SET folder = ?, updated_at = ? WHERE folder = ?", to, at, folder).changes;
    });
  },

  /** In one transaction, each template once, in file order. */
  importAll(
    db: WriteDb,
    templates: readonly ImportedTemplate[],
    existing: "keep" | "replace" | "rename",
    at: number,
  ): Imported {
    return db.transaction(() => {
      const done = { added: 0, replaced: 0, unchanged: 0 };
      for (const { folder, name, body } of templates) {
        const other = named(db, folder, name);
        if (other === undefined) {
          insert(db, { folder, name, body, at });
          done.added += 1;
        } else if (existing === "keep" || isSame(other, { folder, name, body })) {
          done.unchanged += 1;
        } else if (existing === "replace") {
          update(db, other.id, { folder, name, body, at });
          done.replaced += 1;
        } else {
          const free = freeName(db, { folder, name, body });
          if (free !== undefined) insert(db, { folder, name: free, body, at });
          done[free === undefined ? "unchanged" : "added"] += 1;
        }
      }
      return done;
    });
  },
};

type Fields = Omit<NewTemplate, "id">;

function named(db: ReadDb, folder: string, name: string): TemplateRow | undefined {
  return db.get<TemplateRow>("SELECT * FROM sms_template WHERE folder = ? AND name = ?", folder, name);
}

function insert(db: WriteDb, { folder, name, body, at }: Fields): TemplateRow {
  const { lastInsertRowid } = db.run(
    "INSERT INTO sms_template (folder, name, body, updated_at) VALUES (?, ?, ?, ?)",
    folder,
    name,
    body,
    at,
  );
  return written(db, lastInsertRowid);
}

function update(db: WriteDb, id: number, { folder, name, body, at }: Fields): TemplateRow {
  const { changes } = db.run(
    "UPDATE sms_template SET folder = ?, name = ?, body = ?, updated_at = ? WHERE id = ?",
    folder,
    name,
    body,
    at,
    id,
  );
  if (changes === 0) throw templateUnknown(id);
  return written(db, id);
}

function written(db: ReadDb, id: number): TemplateRow {
  const row = db.get<TemplateRow>("SELECT * FROM sms_template WHERE id = ?", id);
  if (row === undefined) throw new Error("a template that was just written is not there");
  return row;
}

function isSame(row: TemplateRow, { folder, name, body }: Omit<Fields, "at">): boolean {
  return row.folder === folder && row.name === name && row.body === body;
}

/** "name (2)" and so on, with a long name shortened to fit; undefined when an identical template already exists under such a name. */
function freeName(db: ReadDb, { folder, name, body }: Omit<Fields, "at">): string | undefined {
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`;
    const candidate = name.slice(0, longestName - end.length) + end;
    const other = named(db, folder, candidate);
    if (other === undefined) return candidate;
    if (other.body === body) return undefined;
  }
}

/** Limit of the contract. */
const longestName = 120;

function nameTaken(folder: string, name: string): AppError {
  const text =
    folder === ""
      ? codedText("template-name-taken", { name })
      : codedText("template-name-taken-in-folder", { folder, name });
  return new AppError("name-taken", text, {
    details: { folder, name },
  });
}

/** The template does not exist, or no longer. */
export function templateUnknown(id: number): AppError {
  return new AppError("template-unknown", codedText("template-gone"), { details: { id } });
}
