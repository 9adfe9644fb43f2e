import { expect, test } from "vitest";
import { create } from "../../../../main/features/streams/creation.ts";
import type { StreamParts } from "../../../../main/features/streams/parts.ts";
import { streamQueries } from "../../../../main/features/streams/queries.ts";
import { AppError } from "../../../../main/failure.ts";
import { connect } from "../../../../main/store/connect.ts";
import { migration0110 } from "../../../../main/store/migrations/0110-streams.ts";
import { makeApiClient } from "../../../make/api-client.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { bucketForm } from "../../../make/stream-forms.ts";

/** The register as it is after a creation that failed in this way. */
async function registerAfter(failure: unknown): Promise<readonly string[]> {
  const { db } = connect(":memory:");
  migration0110.up(db);
  const store = {
    begin: async (entry: Parameters<typeof streamQueries.begin>[1]) => streamQueries.begin(db, entry),
    drop: async (entry: number) => streamQueries.drop(db, entry),
  } as unknown as StreamParts["store"];
  const parts = { store, clock: createFakeClock() } as unknown as StreamParts;
  const connection = { id: 1, name: "work", api: makeApiClient("http://127.0.0.1:9") };
  const send = (): Promise<never> => Promise.reject(failure);
  const creation = { kind: "stream", connection, form: bucketForm, sent: [], known: undefined, send } as const;
  await expect(create(parts, creation)).rejects.toBe(failure);
  return streamQueries.kept(db, 1, "stream").entries.map(({ state }) => state);
}

test("what the service certainly did not take is not kept", async () => {
  expect(await registerAfter(new AppError("service-1400", "No.", { details: { accepted: "no" } }))).toEqual([]);
});

test("what failed in a way that proves nothing stays unknown", async () => {
  expect(await registerAfter(new AppError("internal", "Something went wrong."))).toEqual(["unknown"]);
  expect(await registerAfter(new Error("odd"))).toEqual(["unknown"]);
});
