/** Net changes since a snapshot or a time, with former and new values per field. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Collection, fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { z } from "zod";
import { AppError } from "#shared/failure.ts";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";
import { collectionTexts } from "./collection-texts.ts";
import { fieldChanges, recordOf } from "./field-changes.ts";
import type { FleetDeps } from "./deps.ts";
import type { DiffRow } from "./queries-diff.ts";

type Diff = Handlers<typeof fleet>["diff"];
type DiffEntry = Awaited<ReturnType<Diff>>["entries"][number];

/** The id of the last entry of a page. */
const placeSchema = z.tuple([z.string()]);

export function createDiff({ store, connections }: FleetDeps): Diff {
  return async ({ connection: name, collection, since, limit, cursor }) => {
    const { id: connection } = await connections.open(name);
    const pair = await store.snapshotsSince(connection, collection, since);
    if (pair === undefined) throw noSnapshot(collection, since);
    const { from, until } = pair;
    const question = { connection, collection, from: from.snapshot, until: until.snapshot };
    const text = `${collection} ${from.snapshot} ${until.snapshot}`;
    const afterId = cursor === undefined ? undefined : readCursor(text, cursor, placeSchema)[0];
    const page = await store.readDiff(question, afterId, limit);
    return {
      entries: page.rows.map(entryOf),
      counts: await store.countDiff(question),
      from: { snapshot: from.snapshot, at: from.endedAt },
      until: { snapshot: until.snapshot, at: until.endedAt },
      nextCursor: page.nextId === undefined ? undefined : writeCursor(text, [page.nextId]),
    };
  };
}

function entryOf({ id, kind, snapshot, at, before, now }: DiffRow): DiffEntry {
  const changes = kind === "changed" ? fieldChanges(recordOf(before), recordOf(now)) : [];
  return { id, kind, snapshot, at, changes };
}

function noSnapshot(collection: Collection, since: object | undefined): AppError {
  return since !== undefined && "snapshot" in since
    ? new AppError("snapshot-unknown", codedText("snapshot-not-found", { collection: collectionTexts[collection] }), {
        details: { since },
      })
    : new AppError(
        "never-synchronised",
        codedText("collection-never-synced", { collection: collectionTexts[collection] }),
      );
}
