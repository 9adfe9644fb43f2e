import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { offlineWords } from "../../../../../renderer/features/connections/offline-model.ts";

const now = new Date(2026, 4, 12, 17, 0).getTime();

test("why nothing reaches the service is said with its beginning, the computer's own network first", () => {
  const offline = { connection: "Acme", state: "offline", since: now - 60_000 } as const;
  expect([
    offlineWords(false, offline, now),
    offlineWords(true, offline, now),
    offlineWords(true, { connection: "Acme", state: "online" }, now),
    offlineWords(true, undefined, now),
  ]).toEqual([
    t(($) => $.connections.offline.noNetwork),
    t(($) => $.connections.offline.noResponseSince, { time: "16:59" }),
    undefined,
    undefined,
  ]);
});
