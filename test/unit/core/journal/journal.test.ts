import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import type { ChangeSpec } from "../../../../main/core/journal/change.ts";
import { createJournal } from "../../../../main/core/journal/journal.ts";
import { journalQueries } from "../../../../main/core/journal/queries.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { useMemoryDatabase } from "../../../make/database.ts";
import { directStore } from "../../../make/direct-store.ts";

const database = useMemoryDatabase();
const connection = { id: 1, options: { reconcileAfterMs: 1000 } };
const spec: ChangeSpec = {
  resource: "stream",
  action: "create",
  readings: ["streams"],
  evidence: { by: "creation", matches: () => true },
  proof: { applied: (id) => codedText("proved-by-list", { id }), notApplied: codedText("proved-not-created") },
};

const failed = (details: Readonly<Record<string, unknown>>): AppError =>
  new AppError("service-1400", codedText("internal"), { details });

test.each([
  ["a rejection", failed({ accepted: "no", kind: "refused" }), "rejected"],
  ["a request that never reached the service", failed({ accepted: "no", kind: "offline" }), "not-sent"],
  ["invalid input, which is never sent", new AppError("invalid-input", codedText("internal")), "not-sent"],
  ["an error that proves nothing", new AppError("internal", codedText("internal")), "unknown"],
  ["an unforeseen error", new Error("odd"), "unknown"],
])("records the ending after %s, and throws it", async (_what, error, state) => {
  const store = directStore(database(), journalQueries);
  const journal = createJournal({ store, clock: createFakeClock(), recordResolution: () => Promise.resolve() });
  const sent = journal.submit(spec, connection, { request: {}, send: () => Promise.reject(error) });
  await expect(sent).rejects.toBe(error);
  expect(await journal.list(1, ["stream"])).toMatchObject([{ state, endedAt: expect.any(Number) as number }]);
});

test("stores the change before the request is sent", async () => {
  const store = directStore(database(), journalQueries);
  const journal = createJournal({ store, clock: createFakeClock(), recordResolution: () => Promise.resolve() });
  const send = async (work: string): Promise<string> => {
    expect(await journal.list(1, ["stream"])).toMatchObject([{ state: "sending", work }]);
    return "501";
  };
  const result = await journal.submit(spec, connection, { request: {}, send, createdId: (id) => id });
  expect(result).toMatchObject({ outcome: "applied", change: { state: "applied", subject: "501" } });
});
