import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quotaRowStateSchema, type QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import {
  changeEvents,
  moveChange,
  nextChangeState,
  nextRowState,
  rowEvents,
  type ChangeState,
  type RowEvent,
} from "../../../../main/features/quotas/transitions.ts";

const changeStates: readonly ChangeState[] = [
  "draft",
  "reading",
  "reading-interrupted",
  "planned",
  "running",
  "interrupted",
  "finished",
  "cancelled",
];

function legal<S extends string, E extends string>(
  states: readonly S[],
  events: readonly E[],
  next: (state: S, event: E) => S | undefined,
): string[] {
  return states.flatMap((state) =>
    events.flatMap((event) => {
      const to = next(state, event);
      return to === undefined ? [] : [`${state} -${event}-> ${to}`];
    }),
  );
}

describe("the table of changes", () => {
  it("allows exactly these steps", () => {
    expect(legal(changeStates, changeEvents, nextChangeState)).toEqual([
      "draft -fill-> reading",
      "reading -plan-> planned",
      "reading -interrupt-> reading-interrupted",
      "reading -launch-> running",
      "reading -cancel-> cancelled",
      "reading-interrupted -resume-> reading",
      "reading-interrupted -cancel-> cancelled",
      "planned -start-> running",
      "planned -cancel-> cancelled",
      "planned -read-> reading",
      "running -interrupt-> interrupted",
      "running -finish-> finished",
      "running -cancel-> cancelled",
      "interrupted -resume-> running",
      "interrupted -cancel-> cancelled",
      "finished -read-> reading",
      "finished -work-> running",
    ]);
  });

  it("rejects every other step and names the state", () => {
    for (const state of changeStates) {
      for (const event of changeEvents) {
        if (nextChangeState(state, event) !== undefined) continue;
        const params = { state: codedText(`quota-state-${state}`) };
        const text = expect.objectContaining({ params });
        expect(() => moveChange(state, event)).toThrow(
          expect.objectContaining({ code: "quota-change-state", details: { state }, text }),
        );
      }
    }
  });

  it("can be interrupted exactly in the states in which a run works", () => {
    const worked = changeStates.filter((state) => nextChangeState(state, "interrupt") !== undefined);
    expect(worked).toEqual(["reading", "running"]);
  });
});

describe("the table of rows", () => {
  it("allows exactly these steps", () => {
    expect(legal(quotaRowStateSchema.options, rowEvents, nextRowState)).toEqual([
      "waiting -plan-> planned",
      "waiting -skip-> skipped",
      "waiting -same-> unchanged",
      "waiting -move-> moved",
      "waiting -fail-> unreadable",
      "waiting -hold-> unsettled",
      "waiting -cancel-> cancelled",
      "unreadable -reread-> waiting",
      "planned -skip-> skipped",
      "planned -same-> unchanged",
      "planned -move-> moved",
      "planned -fail-> unreadable",
      "planned -hold-> unsettled",
      "planned -send-> sending",
      "planned -set-> set",
      "planned -reject-> not-applied",
      "planned -lose-> unknown",
      "planned -cancel-> cancelled",
      "sending -set-> set",
      "sending -reject-> not-applied",
      "sending -lose-> unknown",
      "sending -release-> planned",
      "not-applied -again-> planned",
      "unknown -move-> moved",
      "unknown -set-> set",
      "unknown -reject-> not-applied",
      "unknown -lose-> unknown",
      "unknown -again-> planned",
      "moved -skip-> skipped",
      "moved -same-> unchanged",
      "moved -again-> planned",
      "unsettled -cancel-> cancelled",
      "unsettled -again-> planned",
    ]);
  });

  it("sends a row at most once, unless it certainly was not sent or an operator requeues it", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...rowEvents), { maxLength: 60 }), (events) => {
        let state: QuotaRowState = "waiting";
        let allowed = 1;
        for (const event of events) {
          const next = nextRowState(state, event);
          if (next === undefined) continue;
          if (event === "send") allowed -= 1;
          if (event === "release" || event === "again" || event === "reread") allowed += 1;
          expect(allowed).toBeGreaterThanOrEqual(0);
          state = next;
        }
      }),
    );
  });

  it("never leaves the state set, and leaves no row in flight after an answer", () => {
    const answers: readonly RowEvent[] = ["set", "reject", "lose", "release"];
    expect(rowEvents.filter((event) => nextRowState("set", event) !== undefined)).toEqual([]);
    expect(rowEvents.filter((event) => nextRowState("sending", event) !== undefined).toSorted()).toEqual(
      answers.toSorted(),
    );
  });
});
