import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { SessionState } from "#contract/session.ts";
import { paceTexts, stateSince } from "../../../../../renderer/features/campaigns/pace-texts.ts";
import { makeCampaignStatus } from "../../../../make/campaign-status.ts";

const now = new Date(2026, 4, 12, 17, 0).getTime();
const noLimits = { governor: undefined, session: undefined, now };

function session(more: Partial<SessionState>): SessionState {
  return { connection: "Acme", state: "signed-in", kind: "user", identity: {}, protection: "memory", ...more };
}

const running = makeCampaignStatus({ setRate: 350 / 60, rate: 340 / 60, etaMs: 60 * 60_000 });

test("the pace says what is set, what is achieved and when it ends", () => {
  expect(paceTexts(running, noLimits)).toEqual([
    t(($) => $.campaigns.pace.target, { rate: "350/min" }),
    t(($) => $.campaigns.pace.actual, { rate: "340/min" }),
    t(($) => $.campaigns.pace.concurrent, { count: 16 }),
    t(($) => $.campaigns.pace.ends, { time: "18:00" }),
  ]);
});

test("it says whether the session lasts", () => {
  const sessionNote = (refreshExpiresAt: number): string | undefined =>
    paceTexts(running, { ...noLimits, session: session({ refreshExpiresAt }) }).at(-1);
  expect([sessionNote(now + 80 * 60_000), sessionNote(now + 30 * 60_000)]).toEqual([
    t(($) => $.campaigns.pace.sessionLastsLonger, { time: "18:20" }),
    t(($) => $.campaigns.pace.sessionEndsBefore, { time: "17:30" }),
  ]);
});

test("a session that nobody can tell the end of is unknown, not endless", () => {
  expect(paceTexts(running, { ...noLimits, session: session({}) }).at(-1)).toBe(
    t(($) => $.campaigns.pace.sessionEndUnknown),
  );
});

test("the governor is spoken of only while it waits", () => {
  const governor = {
    connection: "Acme",
    ceiling: "none" as const,
    ratePerSecond: 0,
    waitingMs: 42_000,
    reason: "waiting 42 s for the window",
  };
  const waits = t(($) => $.campaigns.pace.rateLimit, { reason: governor.reason });
  expect(paceTexts(running, { ...noLimits, governor })).toContain(waits);
  expect(paceTexts(running, { ...noLimits, governor: { ...governor, waitingMs: 0 } })).not.toContain(waits);
});

test("an ended campaign has no pace", () => {
  expect(paceTexts(makeCampaignStatus({ state: "finished" }), noLimits)).toEqual([]);
});

test("a state began with the step that changed it", () => {
  const steps = [
    { at: 1, state: "planned" },
    { at: 2, state: "running" },
    { at: 3, state: "paused" },
    { at: 4, state: "paused" },
  ];
  expect([stateSince(steps), stateSince([])]).toEqual([3, undefined]);
});
