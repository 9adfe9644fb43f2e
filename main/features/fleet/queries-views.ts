/** Saved views; these functions run in the store's thread. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { ReadDb, WriteDb } from "../../core/store/db.ts";

export interface ViewRow {
  readonly id: number;
  readonly connection: number;
  readonly collection: string;
  readonly name: string;
  readonly filter: string;
  readonly sort: string;
  /** JSON. */
  readonly columns: string | null;
  readonly created_at: number;
}

export interface NewView {
  /** Id of the view to replace. */
  readonly id: number | undefined;
  readonly connection: number;
  readonly collection: string;
  readonly name: string;
  readonly filter: string;
  readonly sort: string;
  readonly columns: string | undefined;
  readonly at: number;
}

export const viewQueries = {
  list: (db: ReadDb, connection: number): ViewRow[] =>
    db.all<ViewRow>("SELECT * FROM view WHERE connection = ? ORDER BY collection, name, id", connection),

  byId: (db: ReadDb, id: number): ViewRow | undefined => db.get<ViewRow>("SELECT * FROM view WHERE id = ?", id),

  /** Throws `name-taken`, or `view-unknown` when the view to replace does not exist. */
  save(db: WriteDb, view: NewView): ViewRow {
    return db.transaction(() => {
      const { id, connection, collection, name, filter, sort, at } = view;
      const columns = view.columns ?? null;
      const other = db.get<{ id: number }>(
        "SELECT id FROM view WHERE connection = ? AND collection = ? AND name = ?",
        connection,
        collection,
        name,
      );
      if (other !== undefined && other.id !== id) throw nameTaken(name);
      if (id === undefined) {
        const { lastInsertRowid } = db.run(
          "INSERT INTO view (connection, collection, name, filter, sort, columns, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
          connection,
          collection,
          name,
          filter,
          sort,
          columns,
          at,
        );
        return written(db, lastInsertRowid);
      }
      const { changes } = db.run(
        "UPDATE view SET connection = ?, collection = ?, name = ?, filter = ?, sort = ?, columns = ? WHERE id = ?",
        connection,
        collection,
        name,
        filter,
        sort,
        columns,
        id,
      );
      if (changes === 0) throw viewUnknown(id);
      return written(db, id);
    });
  },

  /** False when it did not exist. */
  remove: (db: WriteDb, id: number): boolean => db.run("DELETE FROM view WHERE id = ?", id).changes > 0,

  deleteConnectionData(db: WriteDb, connection: number): void {
    db.run("DELETE FROM view WHERE connection = ?", connection);
  },
};

function written(db: ReadDb, id: number): ViewRow {
  const row = viewQueries.byId(db, id);
  if (row === undefined) throw new Error("a view that was just written is not there");
  return row;
}

function nameTaken(name: string): AppError {
  return new AppError("name-taken", codedText("view-name-taken", { name }), {
    details: { name },
  });
}

/** The view does not exist, or no longer. */
export function viewUnknown(id: number): AppError {
  return new AppError("view-unknown", codedText("view-not-found"), { details: { id } });
}
