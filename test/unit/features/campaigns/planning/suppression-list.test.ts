import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { CampaignDeps } from "../../../../../main/features/campaigns/campaign-deps.ts";
import { createSuppressionRefresh } from "../../../../../main/features/campaigns/planning/suppression-list.ts";
import { AppError } from "#shared/failure.ts";
import { createFakeLog } from "../../../../fakes/fake-log.ts";

/** A refresh whose connection is opened by `open`, with a list of one value and a directory that answers on request. */
function openRefresh(open: () => Promise<{ readonly id: number }> = () => Promise.resolve({ id: 1 })) {
  const log = createFakeLog();
  const directory = Promise.withResolvers<ReadonlyMap<string, readonly { readonly id: string }[]>>();
  const pins: unknown[] = [];
  const deps = {
    log,
    connections: { open },
    store: {
      suppressedValues: () => Promise.resolve(["May"]),
      pinSuppressed: ({ pins: added }: { readonly pins: readonly unknown[] }) => {
        pins.push(...added);
        return Promise.resolve();
      },
      listPins: () => Promise.resolve([]),
      openCampaigns: () => Promise.resolve([]),
    },
    clock: { now: () => 0 },
    names: { of: () => Promise.resolve(new Map()) },
    directory: {
      resolve: async (_connection: number, by: string, _values: unknown, signal: AbortSignal) => {
        const abort = new Promise<never>((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new AppError("aborted", codedText("aborted"))), { once: true });
        });
        return by === "name" ? await Promise.race([directory.promise, abort]) : new Map();
      },
    },
  } as unknown as CampaignDeps;
  return { refresh: createSuppressionRefresh(deps), answer: directory.resolve, log, pins };
}

describe("a refresh of the suppression list after a sync", () => {
  it("is idle once the devices that it matched are stored", async () => {
    const { refresh, answer, log, pins } = openRefresh();
    refresh.start("practice");
    const idle = refresh.idle();
    answer(new Map([["May", [{ id: "70001" }]]]));
    await idle;
    expect([pins, log.lines]).toEqual([[{ value: "May", endpoint: "70001", name: undefined }], []]);
  });

  it("ends without an error in the log when it is stopped, and no other starts afterwards", async () => {
    const { refresh, answer, log, pins } = openRefresh();
    refresh.start("practice");
    await refresh.stop();
    refresh.start("practice");
    answer(new Map([["May", [{ id: "70001" }]]]));
    await refresh.idle();
    expect([pins, log.lines]).toEqual([[], []]);
  });

  it("logs a failure as an error", async () => {
    const failure = new AppError("database-error", codedText("internal"));
    const { refresh, log } = openRefresh(() => Promise.reject(failure));
    refresh.start("practice");
    await refresh.idle();
    expect(log.lines).toEqual([{ level: "error", event: "suppression.refresh-failed", fields: {}, cause: failure }]);
  });

  it("logs nothing when the connection was removed during the sync", async () => {
    const { refresh, log } = openRefresh(() =>
      Promise.reject(new AppError("connection-unknown", codedText("internal"))),
    );
    refresh.start("practice");
    await refresh.idle();
    expect(log.lines).toEqual([]);
  });
});
