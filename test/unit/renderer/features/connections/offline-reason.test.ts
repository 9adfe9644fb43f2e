import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { offlineReason } from "../../../../../renderer/features/connections/offline-reason.ts";

const now = new Date(2026, 4, 12, 17, 0).getTime();

test("reports why the service is unreachable and since when, the computer's own network first", () => {
  const offline = { connection: "Acme", state: "offline", since: now - 60_000 } as const;
  expect([
    offlineReason(false, offline, now),
    offlineReason(true, offline, now),
    offlineReason(true, { connection: "Acme", state: "online" }, now),
    offlineReason(true, undefined, now),
  ]).toEqual([
    t(($) => $.connections.offline.noNetwork),
    t(($) => $.connections.offline.noResponseSince, { time: "16:59" }),
    undefined,
    undefined,
  ]);
});
