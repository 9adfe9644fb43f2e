import { describe, expect, it } from "vitest";
import { sleep } from "../../../../main/core/wait.ts";
import { accepted, finish, setUp, tally, type Stage } from "../../../make/worker-loop.ts";

describe("when more than 5 s passed since its claim", () => {
  /** The first row takes so long that the others are claimed in the meantime and wait. */
  const slowFirst = (setup: { readonly ms: number }): Stage =>
    setUp({
      rows: 20,
      concurrency: 1,
      perform: async ({ row }, _signal, clock) => {
        if (row === 1) await sleep(clock, setup.ms);
        return accepted;
      },
    });

  it("performs no claimed row that another process may have taken over", async () => {
    const stage = slowFirst({ ms: 6_000 });
    const running = stage.loop.run();
    await stage.clock.advance(1_000);
    stage.ledger.loseOwnership();
    await expect(finish(stage, running)).rejects.toMatchObject({ code: "lease-lost" });
    expect(stage.performed).toEqual([1]);
  });

  it.each([60_000, -60_000])("treats a wall clock that jumped by %i ms as a suspension", async (jump) => {
    const stage = slowFirst({ ms: 1_000 });
    const running = stage.loop.run();
    await stage.clock.advance(500);
    stage.ledger.loseOwnership();
    stage.clock.jump(jump);
    await expect(finish(stage, running)).rejects.toMatchObject({ code: "lease-lost" });
    expect(stage.performed).toEqual([1]);
  });

  it("writes no request of a row whose token was renewed in the meantime", async () => {
    let written = 0;
    const stage = setUp({
      rows: 1,
      concurrency: 1,
      perform: async (_row, _signal, clock, beforeWrite) => {
        await beforeWrite();
        await sleep(clock, 10_000);
        await beforeWrite();
        written += 1;
        return accepted;
      },
    });
    const running = stage.loop.run();
    await stage.clock.advance(1_000);
    stage.ledger.loseOwnership();
    await expect(finish(stage, running)).rejects.toMatchObject({ code: "lease-lost" });
    expect([stage.performed, written]).toEqual([[1], 0]);
  });

  it("performs them when it still owns the job", async () => {
    const stage = slowFirst({ ms: 6_000 });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "drained" });
    expect(tally(stage)).toEqual({ accepted: 20 });
  });
});
