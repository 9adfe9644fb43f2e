import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { paceTexts, stateSince } from "../../../../../renderer/features/campaigns/campaign-counts.ts";
import { makeCampaignStatus } from "../../../../make/campaign-status.ts";

const now = new Date(2026, 4, 12, 17, 0).getTime();
const noLimits = { governor: undefined, session: undefined, now };

function session(more: Partial<SessionState>): SessionState {
  return { connection: "Acme", state: "signed-in", kind: "user", identity: {}, protection: "memory", ...more };
}

const running = makeCampaignStatus({ setRate: 350 / 60, rate: 340 / 60, etaMs: 60 * 60_000 });

test("states the target rate, the actual rate and the end", () => {
  expect(paceTexts(running, noLimits)).toEqual([
    t(($) => $.campaigns.pace.target, { rate: t(($) => $.campaigns.counts.perMinute, { value: 350 }) }),
    t(($) => $.campaigns.pace.actual, { rate: t(($) => $.campaigns.counts.perMinute, { value: 340 }) }),
    t(($) => $.campaigns.pace.concurrent, { count: 16 }),
    t(($) => $.campaigns.pace.ends, { time: "18:00" }),
  ]);
});

test("states whether the session outlasts the campaign", () => {
  const sessionNote = (refreshExpiresAt: number): string | undefined =>
    paceTexts(running, { ...noLimits, session: session({ refreshExpiresAt }) }).at(-1);
  expect([sessionNote(now + 80 * 60_000), sessionNote(now + 30 * 60_000)]).toEqual([
    t(($) => $.campaigns.pace.sessionLastsLonger, { time: "18:20" }),
    t(($) => $.campaigns.pace.sessionEndsBefore, { time: "17:30" }),
  ]);
});

test("states that an unknown session end is unknown", () => {
  expect(paceTexts(running, { ...noLimits, session: session({}) }).at(-1)).toBe(
    t(($) => $.campaigns.pace.sessionEndUnknown),
  );
});

test("mentions what slows down a campaign also while no governor is loaded", () => {
  const message = codedText("rate-limit-wait", { reason: "Next request in 50 s." });
  expect(paceTexts({ ...running, message }, noLimits)).toContain(formatText(message));
});

test("mentions the rate limit as the governor reports it, not as the campaign's status did", () => {
  const former = { ...running, message: codedText("rate-limit-wait", { reason: "Next request in 50 s." }) };
  const governor = { connection: "Acme", ceiling: "none" as const, waitingMs: 42_000 };
  const reason = "Next request in 42 s.";
  expect(paceTexts(former, { ...noLimits, governor: { ...governor, reason } })).toContain(reason);
  expect(paceTexts(former, { ...noLimits, governor: { ...governor, waitingMs: 0 } })).toEqual(
    paceTexts(running, noLimits),
  );
});

test("has no texts for an ended campaign", () => {
  expect(paceTexts(makeCampaignStatus({ state: "finished" }), noLimits)).toEqual([]);
});

test("dates a state by the step that changed it", () => {
  const steps = [
    { at: 1, state: "planned" },
    { at: 2, state: "running" },
    { at: 3, state: "paused" },
    { at: 4, state: "paused" },
  ];
  expect([stateSince(steps), stateSince([])]).toEqual([3, undefined]);
});
