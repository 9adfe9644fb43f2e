/** A run while the service is not reachable: stored states, intervals of probes, and times of messages. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { Probe } from "../../../../../main/features/campaigns/running/service-wait.ts";
import type { Attempt } from "../../../../../main/core/jobs/attempt.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";
import { type ServiceByTime, startRun } from "../../../../make/run-over-service.ts";

const minute = 60_000;
const accepted: Attempt = { outcome: "accepted", reference: "1" };
const offlineMessage = codedText("connection-refused", { host: "host.example" });
const offline: Attempt = {
  outcome: "not-sent",
  cause: "offline",
  code: "connection-refused",
  message: offlineMessage,
};
const lost: Attempt = { outcome: "unknown", code: "connection-lost", message: codedText("connection-lost") };
const answered: Probe = { kind: "answered" };
const noAnswer: Probe = { kind: "no-answer", message: offlineMessage };

/** Not reachable from the first second on, for `ms`. */
const awayFor = (ms: number): ServiceByTime => ({
  message: (at) => (at > 1_000 && at < ms ? offline : accepted),
  probe: (at) => (at < ms ? noAnswer : answered),
});

describe("an outage", () => {
  it("is waited for: all recipients are sent to once the service answers", async () => {
    const stage = startRun({ rows: 400, ...awayFor(8 * 60 * minute) });
    await stage.pass(10 * minute);
    expect(stage.state()).toMatchObject({ state: "waiting", reason: "offline", message: offlineMessage });
    const { waitingSince = 0 } = stage.state();
    expect(stage.clock.now() - waitingSince).toBeGreaterThan(9 * minute);
    const before = stage.messages.length;
    await stage.pass(7 * 60 * minute);
    // No message tests whether the service is back.
    expect(stage.messages).toHaveLength(before);
    expect(stage.probes.length).toBeLessThan(8 * 60 + 10);
    await stage.pass(2 * 60 * minute);
    expect(stage.moves).toEqual(["start", "wait: offline", "start", "finish"]);
    expect(await stage.counts()).toMatchObject({ accepted: 400 });
    expect(stage.messages.filter((at) => at > 8 * 60 * minute).slice(0, 2)).toHaveLength(2);
    const [first = 0, second = 0] = stage.messages.filter((at) => at > 8 * 60 * minute);
    expect(second - first).toBeGreaterThanOrEqual(100);
    expect(stage.mostInFlight()).toBe(8);
  });

  it("does not change the state when it is short", async () => {
    const stage = startRun(awayFor(1_500));
    await stage.pass(minute);
    expect(stage.moves).toEqual(["start", "finish"]);
  });

  it("pauses the campaign at the limit that the operator set", async () => {
    const stage = startRun({ ...awayFor(60 * minute), outageLimitMinutes: 30 });
    await stage.pass(40 * minute);
    expect(stage.moves).toEqual(["start", "wait: offline", "pause: offline"]);
    const last = stage.probes.at(-1) ?? 0;
    expect(last).toBeGreaterThanOrEqual(30 * minute);
    expect(last).toBeLessThan(32 * minute);
    expect((await stage.counts()).sending).toBe(0);
  });

  it("is limited by the elapsed time, not by a wall clock that is set", async () => {
    const stage = startRun({ ...awayFor(60 * minute), outageLimitMinutes: 30 });
    await stage.pass(10_000);
    stage.clock.jump(13 * 60 * minute);
    await stage.pass(5 * minute);
    expect(stage.moves).toEqual(["start", "wait: offline"]);
  });

  it("is waited for as long as intended when timers fire a little early", async () => {
    const stage = startRun({ ...awayFor(60 * minute), earlyMs: 1.5 });
    await stage.pass(50 * minute);
    const last = stage.probes.slice(-10);
    expect((last.at(-1) ?? 0) - (last[0] ?? 0)).toBeGreaterThan(9 * 59_000);
  });

  it("pauses the campaign at once with a limit of 0", async () => {
    const stage = startRun({ ...awayFor(60 * minute), outageLimitMinutes: 0 });
    await stage.pass(10 * minute);
    expect([stage.moves, stage.probes]).toEqual([["start", "pause: offline"], []]);
  });

  it("for messages only, while reads are answered, allows single messages at growing intervals", async () => {
    const stage = startRun({ rows: 1_000, message: (at) => (at > 1_000 ? lost : accepted), probe: () => answered });
    await stage.pass(60 * minute);
    const { unknown } = await stage.counts();
    // The messages that were in flight together, and one message per trial.
    expect(unknown).toBeLessThan(10 + 8 + 12);
    expect(stage.state()).toMatchObject({ state: "waiting", reason: "offline" });
    const [before = 0, last = 0] = stage.messages.slice(-2);
    expect(last - before).toBeGreaterThan(10 * minute);
    await stage.pass(13 * 60 * minute);
    expect(stage.state()).toMatchObject({ state: "paused", reason: "offline" });
    expect(stage.state().message).toEqual(
      codedText("no-message-taken", { hours: 12, failure: codedText("connection-lost") }),
    );
  });

  it("does not last during quiet hours", async () => {
    const schedule = { zone: "UTC", missed: { rule: "ask" as const }, quiet: { fromMinute: 10, untilMinute: 60 } };
    const limited = { outageLimitMinutes: 30, schedule, campaign: { startedAt: 1 } };
    const stage = startRun({ ...awayFor(65 * minute), ...limited });
    await stage.pass(70 * minute);
    expect(stage.moves.at(-1)).toBe("finish");
    const longer = startRun({ ...awayFor(120 * minute), ...limited });
    await longer.pass(100 * minute);
    expect(longer.moves.at(-1)).toBe("pause: offline");
    const last = longer.probes.at(-1) ?? 0;
    expect(last).toBeGreaterThanOrEqual(80 * minute);
    expect(last).toBeLessThan(82 * minute);
  });

  it("is over when a wave was sent completely", async () => {
    const secondWave = 14 * 60 * minute;
    let sent = 0;
    const message = (at: number): Attempt => {
      sent += 1;
      if (at >= secondWave) return at < secondWave + 5 * minute ? offline : accepted;
      return sent > 90 ? lost : accepted;
    };
    const stage = startRun({
      rows: 200,
      firstWave: { rows: 100, untilMs: secondWave },
      message,
      probe: (at) => (at >= secondWave && at < secondWave + 5 * minute ? noAnswer : answered),
      lookUpsAway: () => false,
    });
    await stage.pass(15 * 60 * minute);
    expect(stage.moves.filter((move) => move.startsWith("pause"))).toEqual([]);
    expect(await stage.counts()).toMatchObject({ accepted: 200 });
  });

  it("requires a sign-in when the session ended in the meantime", async () => {
    const stage = startRun({
      ...awayFor(10 * minute),
      probe: (at) => (at < 5 * minute ? noAnswer : { kind: "signed-out", message: codedText("token-rejected") }),
    });
    await stage.pass(20 * minute);
    expect(stage.moves).toEqual(["start", "wait: offline", "pause: needs-sign-in"]);
  });

  it("ends at once when a probe is requested and the service answers", async () => {
    const stage = startRun(awayFor(30 * minute + 1_000));
    await stage.pass(30 * minute + 2_000);
    const before = stage.probes.length;
    stage.run.probeNow();
    await stage.clock.advance(0);
    expect(stage.probes).toHaveLength(before + 1);
    await stage.pass(minute);
    expect(stage.moves.at(-1)).toBe("finish");
  });

  it("ends with Stop all sending, and sending does not continue", async () => {
    const stage = startRun(awayFor(30 * minute));
    await stage.pass(5 * minute);
    stage.run.stop("stop-all");
    await stage.pass(minute);
    expect(stage.moves).toEqual(["start", "wait: offline", "pause: user"]);
  });

  it("keeps its state when the program ends, so that the next start continues", async () => {
    const stage = startRun(awayFor(30 * minute));
    await stage.pass(5 * minute);
    stage.run.stop("quit");
    await stage.pass(minute);
    expect(stage.moves).toEqual(["start", "wait: offline"]);
  });

  it("ends when the campaign expires", async () => {
    const expiresAt = createFakeClock().now() + 5 * minute;
    const schedule = { zone: "UTC", missed: { rule: "ask" as const }, expiresAt };
    const stage = startRun({ ...awayFor(30 * minute), schedule });
    await stage.pass(10 * minute);
    expect(stage.moves).toEqual(["start", "wait: offline", "cancel: expired"]);
  });
});

describe("an outage of look-ups", () => {
  /** Two of a hundred answers are lost. */
  const losing = (count: number): Attempt => (count === 50 || count === 90 ? lost : accepted);

  it("that begins after everything was sent is waited for before look-ups are made", async () => {
    let sent = 0;
    const isAway = (at: number): boolean => at < 60 * minute;
    const stage = startRun({
      message: () => losing((sent += 1)),
      probe: (at) => (isAway(at) ? noAnswer : answered),
      lookUpsAway: isAway,
    });
    await stage.pass(50 * minute);
    expect(stage.state()).toMatchObject({ state: "waiting", reason: "offline" });
    // Only the probe tests whether the service is back.
    expect(stage.lookUps.filter((at) => at > minute)).toEqual([]);
    expect(await stage.counts()).toMatchObject({ accepted: 98, unknown: 2 });
    await stage.pass(20 * minute);
    expect(stage.moves.at(-1)).toBe("finish");
    expect(await stage.counts()).toMatchObject({ accepted: 100 });
    expect(sent).toBe(100);
  });

  it("is waited for up to the operator's limit", async () => {
    let sent = 0;
    const service = { message: () => losing((sent += 1)), probe: () => noAnswer, lookUpsAway: () => true };
    const stage = startRun({ ...service, outageLimitMinutes: 30 });
    await stage.pass(40 * minute);
    expect(stage.moves.at(-1)).toBe("pause: offline");
  });

  it("makes no look-ups while messages wait for the service", async () => {
    const outage = awayFor(60 * minute);
    let sent = 0;
    const message = (at: number): Attempt => ((sent += 1) === 3 ? lost : outage.message(at));
    const stage = startRun({ ...outage, message, lookUpsAway: (at) => at < 60 * minute });
    await stage.pass(59 * minute);
    expect(stage.lookUps.filter((at) => at > minute)).toEqual([]);
    await stage.pass(10 * minute);
    expect(await stage.counts()).toMatchObject({ accepted: 100 });
  });
});

it("waits for a service that requests a long wait, and tests it with one message", async () => {
  const throttled: Attempt = {
    outcome: "not-sent",
    cause: "throttled",
    code: "throttled",
    message: codedText("throttled", { status: 429 }),
    retryAfterMs: 40_000,
  };
  const stage = startRun({ message: (at) => (at < 60_000 ? throttled : accepted), probe: () => answered });
  await stage.pass(20_000);
  expect(stage.state()).toMatchObject({ state: "waiting", reason: "rate-limited" });
  await stage.pass(2 * minute);
  expect(stage.moves).toEqual(["start", "wait: rate-limited", "start", "wait: rate-limited", "start", "finish"]);
  // Eight at first, then one as a test.
  expect(stage.messages.filter((at) => at < 70_000)).toHaveLength(9);
  expect(stage.probes).toEqual([]);
});

describe("a service that rejects messages by its rate limit without naming a time", () => {
  const throttled: Attempt = {
    outcome: "not-sent",
    cause: "throttled",
    code: "throttled",
    message: codedText("throttled", { status: 429 }),
  };

  it("is not given up because of an outage in between", async () => {
    const stage = startRun({
      message: (at) => (at < 500 ? throttled : at < 5 * minute ? offline : at < 5.5 * minute ? throttled : accepted),
      probe: (at) => (at < 5 * minute ? noAnswer : answered),
    });
    await stage.pass(10 * minute);
    expect(stage.moves).toEqual(["start", "wait: offline", "start", "finish"]);
  });

  it("is not given up because of quiet hours in between", async () => {
    const schedule = { zone: "UTC", missed: { rule: "ask" as const }, quiet: { fromMinute: 1, untilMinute: 30 } };
    const stage = startRun({
      message: (at) => (at < 30.5 * minute ? throttled : accepted),
      probe: () => answered,
      schedule,
      campaign: { startedAt: 1 },
    });
    stage.clock.jump(30_000);
    await stage.pass(40 * minute);
    expect(stage.moves).toEqual(["start", "wait: quiet-hours", "start", "finish"]);
  });
});

it("does not count the wait that the service requests for the limit of an outage", async () => {
  const message = codedText("throttled", { status: 429 });
  const throttled = { outcome: "not-sent", cause: "throttled", code: "throttled", message } as const;
  let requested = false;
  const stage = startRun({
    message: (at) => {
      if (at < 2 * minute) return offline;
      if (!requested) {
        requested = true;
        return { ...throttled, retryAfterMs: 60 * minute };
      }
      return at < 63 * minute ? offline : accepted;
    },
    probe: (at) => (at < 2 * minute ? noAnswer : answered),
    outageLimitMinutes: 60,
  });
  await stage.pass(80 * minute);
  expect(stage.moves.filter((move) => move.startsWith("pause"))).toEqual([]);
  expect(stage.moves.at(-1)).toBe("finish");
});

it("waits repeatedly for a service that requests an hour", async () => {
  const message = codedText("throttled", { status: 429 });
  const throttled = { outcome: "not-sent", cause: "throttled", code: "throttled", message } as const;
  const stage = startRun({
    message: (at) => (at < 150 * minute ? { ...throttled, retryAfterMs: 60 * minute } : accepted),
    probe: () => answered,
  });
  await stage.pass(140 * minute);
  expect(stage.state()).toMatchObject({ state: "waiting", reason: "rate-limited" });
  await stage.pass(60 * minute);
  expect(stage.moves.at(-1)).toBe("finish");
});

describe("messages rejected with a token that was just renewed", () => {
  const message = codedText("token-rejected");
  const rejected: Attempt = { outcome: "not-sent", cause: "token-rejected", code: "sign-in-required", message };

  it("are sent again while the token works elsewhere, without a sign-in", async () => {
    let sent = 0;
    const stage = startRun({ message: () => ((sent += 1) % 10 === 0 ? rejected : accepted), probe: () => answered });
    await stage.pass(10 * minute);
    expect(stage.moves).toEqual(["start", "finish"]);
    expect(await stage.counts()).toMatchObject({ accepted: 100 });
  });

  it("pause the campaign when the token works nowhere", async () => {
    const stage = startRun({
      message: () => rejected,
      probe: () => ({ kind: "signed-out", message: codedText("token-rejected") }),
    });
    await stage.pass(minute);
    expect([stage.moves, stage.probes.length]).toEqual([["start", "pause: needs-sign-in"], 1]);
    expect(stage.state().message).toEqual(codedText("token-rejected"));
  });

  it("pause the campaign when none of them is accepted for a while", async () => {
    const stage = startRun({ message: () => rejected, probe: () => answered });
    await stage.pass(5 * minute);
    expect(stage.moves).toEqual(["start", "pause: needs-sign-in"]);
    expect(stage.messages.length).toBeLessThanOrEqual(8 + 5);
    expect(await stage.counts()).toMatchObject({ pending: 100 });
  });

  it("wait for the service when it no longer answers", async () => {
    const outage = awayFor(10 * minute);
    const stage = startRun({ ...outage, message: (at) => (at < 10 * minute ? rejected : accepted) });
    await stage.pass(5 * minute);
    expect(stage.state()).toMatchObject({ state: "waiting", reason: "offline" });
    await stage.pass(10 * minute);
    expect(stage.moves.at(-1)).toBe("finish");
  });
});

describe("a campaign that waited for the service when the program ended", () => {
  const waiting = { state: "waiting", reason: "offline", message: offlineMessage, startedAt: 1 } as const;

  it("probes the service before it sends, and continues its time limit", async () => {
    const waitingSince = createFakeClock().now() - 60 * minute;
    const stage = startRun({
      message: () => accepted,
      probe: (at) => (at < 10 * minute ? noAnswer : answered),
      campaign: { ...waiting, waitingSince },
    });
    await stage.pass(5 * minute);
    expect(stage.state()).toMatchObject({ state: "waiting", waitingSince });
    expect(stage.messages).toEqual([]);
    await stage.pass(20 * minute);
    expect(stage.moves).toEqual(["start", "finish"]);
    expect(stage.probes[0]).toBeLessThan(stage.messages[0] ?? 0);
  });

  it("makes one probe although the limit was reached in the meantime", async () => {
    const waitingSince = createFakeClock().now() - 24 * 60 * minute;
    const campaign = { ...waiting, waitingSince };
    const back = startRun({ message: () => accepted, probe: () => answered, campaign });
    await back.pass(minute);
    expect(back.moves).toEqual(["start", "finish"]);
    const offlineStage = startRun({ message: () => accepted, probe: () => noAnswer, campaign });
    await offlineStage.pass(minute);
    expect([offlineStage.moves, offlineStage.probes.length, offlineStage.messages]).toEqual([
      ["pause: offline"],
      1,
      [],
    ]);
  });
});
