import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { create } from "../../../../../main/features/network/streams/creation.ts";
import type { StreamDeps } from "../../../../../main/features/network/streams/deps.ts";
import { streamQueries } from "../../../../../main/features/network/streams/queries.ts";
import { AppError } from "#shared/failure.ts";
import { connect } from "../../../../../main/core/store/connect.ts";
import { migration0100 } from "../../../../../main/core/store/migrations/0100-network.ts";
import { migration0110 } from "../../../../../main/core/store/migrations/0110-streams.ts";
import { migration0260 } from "../../../../../main/core/store/migrations/0260-list-gaps.ts";
import { makeApiClient } from "../../../../make/api-client.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";
import { bucketForm } from "../../../../make/stream-forms.ts";

/** The states of the register after a creation that failed with `failure`. */
async function registerAfter(failure: unknown): Promise<readonly string[]> {
  const { db } = connect(":memory:");
  migration0100.up(db);
  migration0110.up(db);
  migration0260.up(db);
  const store = {
    begin: async (entry: Parameters<typeof streamQueries.begin>[1]) => streamQueries.begin(db, entry),
    drop: async (entry: number) => streamQueries.drop(db, entry),
    resolveEntry: async (entry: number, resolution: Parameters<typeof streamQueries.resolveEntry>[2]) =>
      streamQueries.resolveEntry(db, entry, resolution),
  } as unknown as StreamDeps["store"];
  const deps = { store, clock: createFakeClock() } as unknown as StreamDeps;
  const connection = { id: 1, name: "work", api: makeApiClient("http://127.0.0.1:9") };
  const send = (): Promise<never> => Promise.reject(failure);
  const creation = { kind: "stream", connection, form: bucketForm, sent: [], previousIds: undefined, send } as const;
  await expect(create(deps, creation)).rejects.toBe(failure);
  return streamQueries
    .load(db, 1, "stream")
    .entries.map((entry) => `${entry.state}, ${entry.settled_at === null ? "in flight" : "lost"}`);
}

test("removes an entry that the service certainly did not accept", async () => {
  expect(
    await registerAfter(new AppError("service-1400", codedText("internal"), { details: { accepted: "no" } })),
  ).toEqual([]);
});

test("keeps an entry unknown after a failure that proves nothing", async () => {
  expect(await registerAfter(new AppError("internal", codedText("internal")))).toEqual(["unknown, lost"]);
  expect(await registerAfter(new Error("odd"))).toEqual(["unknown, lost"]);
});

test("marks requests in flight at the end of the former process as lost as of the next start, and keeps an end that is set", () => {
  const { db } = connect(":memory:");
  migration0100.up(db);
  migration0110.up(db);
  migration0260.up(db);
  const begin = (at: number): number =>
    streamQueries.begin(db, {
      connection: 1,
      kind: "stream",
      at,
      answer: "",
      form: "{}",
      sent: "[]",
      previousIds: "[]",
    });
  begin(7);
  streamQueries.resolveEntry(db, begin(8), { state: "unknown", at: 9, answer: "", id: undefined });
  streamQueries.endAll(db, 500);
  expect(streamQueries.load(db, 1, "stream").entries.map(({ settled_at: ended }) => ended)).toEqual([9, 500]);
});
