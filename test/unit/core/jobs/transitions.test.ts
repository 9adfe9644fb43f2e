import { describe, expect, it } from "vitest";
import {
  jobEvents,
  jobStates,
  moveJob,
  nextJobState,
  nextRowState,
  rowEvents,
  rowStates,
  type JobEvent,
  type JobState,
  type RowEvent,
  type RowState,
} from "../../../../main/core/jobs/transitions.ts";

const legalJobSteps: Record<JobState, Partial<Record<JobEvent, JobState>>> = {
  draft: { plan: "planned", cancel: "cancelled" },
  planned: { schedule: "scheduled", start: "running", pause: "paused", cancel: "cancelled" },
  scheduled: { schedule: "scheduled", start: "running", pause: "paused", cancel: "cancelled" },
  running: { wait: "waiting", pause: "paused", finish: "finished", cancel: "cancelled", recover: "paused" },
  waiting: { start: "running", wait: "waiting", pause: "paused", finish: "finished", cancel: "cancelled" },
  paused: {
    schedule: "scheduled",
    start: "running",
    pause: "paused",
    cancel: "cancelled",
    reopen: "paused",
  },
  finished: { reopen: "paused" },
  cancelled: {},
};

const legalRowSteps: Record<RowState, Partial<Record<RowEvent, RowState>>> = {
  excluded: {},
  pending: { claim: "sending", cancel: "cancelled", suspect: "unknown", "prove-accepted": "accepted" },
  sending: { accept: "accepted", reject: "refused", lose: "unknown", release: "pending" },
  accepted: {},
  refused: { retry: "pending" },
  unknown: { "prove-accepted": "accepted", "prove-not-sent": "pending", cancel: "cancelled", retry: "pending" },
  cancelled: {},
};

describe("the state table of a job", () => {
  const pairs = jobStates.flatMap((state) => jobEvents.map((event) => [state, event] as const));

  it.each(pairs)("maps %s and %s to the expected state", (state, event) => {
    expect(nextJobState(state, event)).toBe(legalJobSteps[state][event]);
  });

  it.each(pairs.filter(([state, event]) => legalJobSteps[state][event] === undefined))(
    "rejects %s and %s with a code",
    (state, event) => {
      expect(() => moveJob(state, event)).toThrow(expect.objectContaining({ code: "campaign-state" }));
    },
  );

  it("has no transition from cancelled", () => {
    expect(jobEvents.map((event) => nextJobState("cancelled", event))).toEqual(jobEvents.map(() => undefined));
  });
});

describe("the state table of a recipient", () => {
  const pairs = rowStates.flatMap((state) => rowEvents.map((event) => [state, event] as const));

  it.each(pairs)("maps %s and %s to the expected state", (state, event) => {
    expect(nextRowState(state, event)).toBe(legalRowSteps[state][event]);
  });

  it("has no transition from accepted", () => {
    expect(rowEvents.map((event) => nextRowState("accepted", event))).toEqual(rowEvents.map(() => undefined));
  });
});
