import { t } from "#shared/texts/text.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { titleOf, type Action } from "../../../../../renderer/app/actions/action.ts";
import { createShellSlice } from "../../../../../renderer/app/shell-slice.ts";
import { queryClient } from "../../../../../renderer/data/fleet-query.ts";
import type { State } from "../../../../../renderer/app/store/store.ts";
import {
  campaignAppActions,
  cancelCampaign,
  checkDelivery,
  checkUnknown,
  deleteCampaign,
  exportEvidence,
  exportRecipients,
  followUpCampaign,
  openNextWave,
  pauseCampaign,
  retryRejected,
  retryUnknown,
  retryUnverified,
  setCampaignSpeed,
  startCampaign,
} from "../../../../../renderer/features/campaigns/campaign-actions.ts";
import { numberToType } from "../../../../../renderer/features/campaigns/start-confirmations.ts";
import { recallMessages } from "../../../../../renderer/features/campaigns/recall-actions.ts";
import { recallable } from "../../../../../renderer/features/campaigns/campaign-counts.ts";
import type { Address } from "../../../../../renderer/lib/address.ts";
import type { Confirmation } from "../../../../../renderer/lib/confirmation.ts";
import { makeCampaignStatus, makeCounts, makeWave } from "../../../../make/campaign-status.ts";
import { createWaitingBridge, openSlice } from "../../open-slice.ts";

const nothingOpen = {} as State;
/** An ordinary page is open, and stays open. */
const elsewhere = {
  address: { path: ["campaigns"], query: {} },
  watchPage: () => () => true,
  closeDraft: () => undefined,
} as unknown as State;

/** Why each action is unavailable. */
function reasons(status: CampaignStatus): ReadonlyMap<string, string | undefined> {
  const reason = <Target>(action: Action<Target>, target: Target): [string, string | undefined] => [
    action.id,
    action.disabledReason?.(target, nothingOpen),
  ];
  return new Map([
    reason(startCampaign, status),
    reason(pauseCampaign, status),
    reason(setCampaignSpeed, { status, rate: 1, concurrency: 1 }),
    reason(cancelCampaign, status),
    reason(recallMessages, status),
    reason(retryRejected, status),
    reason(retryUnknown, status),
    reason(retryUnverified, status),
    reason(checkUnknown, status),
    reason(checkDelivery, status),
    reason(openNextWave, status),
    reason(followUpCampaign, status),
    reason(deleteCampaign, status),
    reason(exportEvidence, status),
    reason(exportRecipients, { status, filter: {} }),
  ]);
}

test("a pause waits for no other action of its campaign", () => {
  const status = makeCampaignStatus({});
  expect(pauseCampaign.scope?.(status)).not.toBe(startCampaign.scope?.(status));
});

const mixedCounts = makeCounts({ pending: 4, accepted: 3, refused: 2, unknown: 1 });

function available(status: CampaignStatus): readonly string[] {
  return [...reasons(status)].filter(([, reason]) => reason === undefined).map(([id]) => id);
}

function legal(status: Partial<CampaignStatus>): readonly string[] {
  return available(makeCampaignStatus({ counts: mixedCounts, ...status }));
}

function atGate(phase: "waiting" | "failed" | "sending"): Partial<CampaignStatus> {
  return { state: phase === "waiting" ? "waiting" : "paused", reason: "canary-gate", wave: { open: 0, of: 2, phase } };
}

function planned(status: Partial<CampaignStatus>): CampaignStatus {
  const { startedAt: _startedAt, ...rest } = makeCampaignStatus({ state: "planned", ...status });
  return rest;
}

const [speed, cancel] = ["set-campaign-speed", "cancel-campaign"];
const checks = ["check-unknown-outcomes", "check-delivery"];
const exports = ["export-evidence", "export-recipients"];

describe("available actions", () => {
  test("of a running campaign include pausing, cancelling and retrying rejected ones, but none that needs it paused", () => {
    const running = ["pause-campaign", speed, cancel, "retry-rejected", ...checks];
    expect(legal({ state: "running" })).toEqual(running);
  });

  test("of a campaign paused by the user include all except pausing", () => {
    expect(legal({ state: "paused", reason: "user" })).toEqual([
      "start-campaign",
      speed,
      cancel,
      "recall-messages",
      "retry-rejected",
      "retry-unknown",
      ...checks,
      ...exports,
    ]);
  });

  test("of a campaign with unverified recipients include their retry once no lookup is left", () => {
    const paused = { state: "paused", reason: "unverified-copy" } as const;
    expect(legal({ ...paused, unverified: { toLookUp: 0, unclear: 2 } })).toContain("retry-unverified");
    expect(legal({ ...paused, unverified: { toLookUp: 2, unclear: 0 } })).not.toContain("retry-unverified");
    expect(legal({ state: "running", unverified: { toLookUp: 0, unclear: 2 } })).not.toContain("retry-unverified");
  });

  test("of a campaign waiting for quiet hours are those of a running one", () => {
    const waiting = ["pause-campaign", speed, cancel, "retry-rejected", ...checks];
    expect(legal({ state: "waiting", reason: "quiet-hours" })).toEqual(waiting);
  });

  test("of a campaign waiting at a gate include opening the next wave", () => {
    expect(legal(atGate("waiting"))).toEqual([
      "pause-campaign",
      speed,
      cancel,
      "retry-rejected",
      ...checks,
      "open-next-wave",
    ]);
  });

  test("of a campaign with a failed gate include opening the wave, but not resuming before", () => {
    expect(legal(atGate("failed"))).not.toContain("start-campaign");
    expect(legal(atGate("failed"))).toContain("open-next-wave");
    expect(legal(atGate("sending"))).toContain("start-campaign");
  });

  test("of a campaign never started include deleting, but not recalling", () => {
    expect(available(planned({ counts: makeCounts() }))).toEqual([
      "start-campaign",
      speed,
      cancel,
      "delete-campaign",
      ...exports,
    ]);
  });

  test("of a finished campaign include recalling, retrying and checking, but not cancelling", () => {
    const counts = makeCounts({ accepted: 8, refused: 2 });
    expect(legal({ state: "finished", counts, replies: { silent: 3 } })).toEqual([
      "recall-messages",
      "retry-rejected",
      "check-delivery",
      "follow-up-campaign",
      ...exports,
    ]);
  });

  test("of a cancelled campaign include recalling and checking, but not sending", () => {
    expect(legal({ state: "cancelled" })).toEqual(["recall-messages", ...checks, ...exports]);
  });
});

test("gives a sentence as the reason of every unavailable action", () => {
  for (const state of ["planned", "scheduled", "running", "waiting", "paused", "finished", "cancelled"] as const) {
    for (const reason of reasons(makeCampaignStatus({ state, counts: mixedCounts })).values()) {
      if (reason !== undefined) expect(reason).toMatch(/^[A-Z].*\.$/);
    }
  }
});

test("allows recalling only messages without a final delivery status", () => {
  const delivery = { delivered: 60, failed: 4, cancelled: 1, buffered: 20, unknown: 15 };
  expect(recallable(makeCampaignStatus({ counts: makeCounts({ accepted: 100 }), delivery }))).toBe(35);
});

test("requires typing the number of recipients before a large first start", () => {
  expect([
    titleOf(startCampaign, planned({})),
    titleOf(startCampaign, makeCampaignStatus({ state: "paused" })),
  ]).toEqual([t(($) => $.campaigns.actions.start), t(($) => $.campaigns.actions.resume)]);
  const few = planned({ counts: makeCounts({ pending: 99, excluded: 50 }) });
  const many = planned({ counts: makeCounts({ pending: 9412, excluded: 588 }) });
  expect([numberToType(few), numberToType(many)]).toEqual([undefined, 9412]);
  expect([few, many].map((status) => startCampaign.confirm?.(status, nothingOpen)?.numberToType)).toEqual([
    undefined,
    9412,
  ]);
});

describe("a start that failed because another copy holds the campaign", () => {
  const status = planned({ counts: makeCounts({ pending: 9412 }) });

  test("can be repeated as a take-over, once the operator has acknowledged that the other copy is gone", () => {
    const heldElsewhere = { pendingAction: { failure: { code: "lease-held" } } } as unknown as State;
    expect(startCampaign.confirm?.(status, heldElsewhere)).toEqual({
      title: t(($) => $.campaigns.confirm.takeOverTitle, { name: "Night reset" }),
      summary: t(($) => $.campaigns.confirm.takeOverText, { count: 9412, connection: "Acme" }),
      acknowledgement: t(($) => $.campaigns.confirm.takeOverAcknowledgement),
      confirmLabel: t(($) => $.campaigns.confirm.takeOverYes),
      danger: true,
    });
    const signedOut = { pendingAction: { failure: { code: "signed-out" } } } as unknown as State;
    expect(startCampaign.confirm?.(status, signedOut)?.acknowledgement).toBeUndefined();
  });

  test("takes over only with the acknowledgement", async () => {
    const inputs: unknown[] = [];
    const call = (_address: string, input: unknown): Promise<unknown> => {
      inputs.push(input);
      return Promise.resolve({ ok: true, value: status });
    };
    Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
    for (const acknowledged of [false, true])
      await startCampaign.run(status, elsewhere, { number: undefined, option: false, acknowledged });
    const { campaignId } = status;
    expect(inputs).toEqual([
      { campaignId, takeOver: false },
      { campaignId, takeOver: true },
    ]);
  });
});

const paused = makeCampaignStatus({
  state: "paused",
  startedAt: 1,
  counts: makeCounts({ accepted: 34, pending: 700 }),
});

function resumeText(count: number): Confirmation {
  return {
    title: t(($) => $.campaigns.confirm.resumeTitle, { name: "Night reset" }),
    summary: t(($) => $.campaigns.confirm.resumeText, { count, connection: "Acme" }),
    confirmLabel: t(($) => $.campaigns.confirm.resumeYes, { count }),
  };
}

test("states the number of messages and the connection before resuming", () => {
  expect(startCampaign.confirm?.(paused, nothingOpen)).toEqual(resumeText(700));
  expect(startCampaign.confirm?.(planned({}), nothingOpen)?.title).toBe(
    t(($) => $.campaigns.confirm.startTitle, { name: "Night reset" }),
  );
});

test("an open confirmation follows the counts of the campaign", () => {
  const moved = { ...paused, counts: makeCounts({ accepted: 35, pending: 699 }) };
  queryClient.setQueryData(["campaigns.list", {}], { campaigns: [moved] });
  onTestFinished(() => queryClient.clear());
  expect(startCampaign.confirm?.(paused, nothingOpen)).toEqual(resumeText(699));
});

test("the commands act on the campaign whose page is open", () => {
  const state = {
    address: { path: ["campaigns", paused.campaignId], query: {} },
  } as unknown as State;
  const { campaignId } = paused;
  queryClient.setQueryData(["campaigns.status", { campaignId }], paused);
  onTestFinished(() => queryClient.clear());
  const elsewhere = { ...state, address: { path: ["fleet"], query: {} } } as State;
  const noCampaign = t(($) => $.shell.unavailable.noCampaign);
  expect(
    campaignAppActions.map(({ id, disabledReason }) => [
      id,
      disabledReason?.(state, state),
      disabledReason?.(elsewhere, elsewhere),
    ]),
  ).toEqual([
    ["pause-campaign", t(($) => $.campaigns.unavailable.paused), noCampaign],
    ["resume-campaign", undefined, noCampaign],
  ]);
});

test("warns before a retry of unknown outcomes that a device may receive the message twice", () => {
  const status = makeCampaignStatus({ counts: makeCounts({ unknown: 3 }) });
  expect(retryUnknown.confirm?.(status, nothingOpen)).toMatchObject({
    danger: true,
    summary: t(($) => $.campaigns.confirm.retryUnknownText, { count: 3 }),
  });
});

test("states before a retry of rejected recipients when they are sent to, and offers to resume a paused campaign", () => {
  const counts = makeCounts({ accepted: 1, refused: 3, pending: 4 });
  const confirmation = (status: Partial<CampaignStatus>): Confirmation | undefined =>
    retryRejected.confirm?.(makeCampaignStatus({ counts, ...status }), nothingOpen);
  const now = t(($) => $.campaigns.confirm.retryRejectedNowText, { count: 3, connection: "Acme" });
  for (const state of ["running", "finished"] as const) {
    expect(confirmation({ state })).toMatchObject({ summary: now, option: undefined });
  }
  expect(confirmation({ state: "waiting" })).toMatchObject({
    summary: t(($) => $.campaigns.confirm.retryRejectedWaitingText, { count: 3, connection: "Acme" }),
    option: undefined,
  });
  expect(confirmation({ state: "paused" })).toMatchObject({
    summary: t(($) => $.campaigns.confirm.retryRejectedText, { count: 3 }),
    option: t(($) => $.campaigns.confirm.retryAndResume, { count: 7, connection: "Acme" }),
  });
  expect(confirmation(atGate("failed"))).toMatchObject({ option: undefined });
});

test.each([
  ["running", false, []],
  ["finished", false, ["campaigns.start"]],
  ["paused", false, []],
  ["paused", true, ["campaigns.start"]],
] as const)(
  "after a retry of rejected recipients, a %s campaign (resume: %s) is started as confirmed",
  async (...of) => {
    const [state, option, expected] = of;
    const calls: string[] = [];
    const call = (address: string): Promise<unknown> => {
      calls.push(address);
      return Promise.resolve({ ok: true, value: { requeued: 2 } });
    };
    Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
    const status = makeCampaignStatus({ state, counts: makeCounts({ refused: 2 }) });
    await retryRejected.run(status, { ...nothingOpen, notify: () => undefined }, { number: undefined, option });
    expect(calls).toEqual(["campaigns.retry", ...expected]);
  },
);

test("requires typing the number before a retry of unverified recipients", () => {
  const status = makeCampaignStatus({ unverified: { toLookUp: 1, unclear: 12 } });
  expect(retryUnverified.confirm?.(status, nothingOpen)).toMatchObject({
    danger: true,
    numberToType: 12,
    confirmLabel: t(($) => $.campaigns.confirm.retryYes, { count: 12 }),
  });
});

test.each([
  ["in the wizard of its draft, its page is opened", "1", ["campaigns", "new", "7"], true],
  ["in the wizard of another draft, that stays", "2", ["campaigns", "new", "7"], false],
  ["on another page, that stays", "1", ["campaigns"], false],
] as const)("closes the draft of a campaign that was started; %s", async (_page, draftOf, path, leaves) => {
  const status = makeCampaignStatus({});
  const call = (): Promise<unknown> => Promise.resolve({ ok: true, value: status });
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  const closed: unknown[] = [];
  const opened: unknown[] = [];
  const state = {
    ...elsewhere,
    address: { path, query: {} },
    wizard: { campaignId: draftOf },
    closeDraft: (draft: unknown) => void closed.push(draft),
    navigate: (address: unknown) => void opened.push(address),
  } as unknown as State;
  await startCampaign.run(status, state, { number: undefined, option: false });
  expect(closed).toEqual([{ campaignId: status.campaignId }]);
  expect(opened).toEqual(leaves ? [{ path: ["campaigns", status.campaignId], query: {} }] : []);
});

test("states the number of endpoints, the connection and the rate before a start", () => {
  expect(startCampaign.confirm?.(planned({ setRate: 350 / 60 }), nothingOpen)).toMatchObject({
    summary: [
      t(($) => $.campaigns.confirm.startAtRateText, {
        count: 10,
        connection: "Acme",
        rate: t(($) => $.campaigns.counts.perMinute, { value: 350 }),
      }),
      t(($) => $.campaigns.confirm.startUndo),
    ].join(" "),
    numberToType: undefined,
  });
});

test("states the number of messages, the connection and the time before a wave opens", () => {
  const status = makeCampaignStatus({ state: "waiting", wave: { open: 0, of: 2, phase: "waiting" } });
  const waves = [makeWave(), makeWave({ wave: 1, phase: "closed", size: 450, pending: 447 })];
  const confirmation = (now: CampaignStatus): Confirmation | undefined => {
    queryClient.setQueryData(["campaigns.waves", { campaignId: now.campaignId }], { waves });
    return openNextWave.confirm?.(now, nothingOpen);
  };
  onTestFinished(() => queryClient.clear());
  const params = { count: 447, connection: "Acme", wave: 2, waves: 2 };
  expect(confirmation(status)).toMatchObject({
    summary: t(($) => $.campaigns.confirm.openWaveText, params),
    confirmLabel: t(($) => $.campaigns.confirm.openWaveYes, { count: 447 }),
  });
  expect(confirmation({ ...status, state: "paused" })).toMatchObject({
    summary: t(($) => $.campaigns.confirm.openWavePausedText, params),
    confirmLabel: t(($) => $.campaigns.confirm.openWavePausedYes, { count: 447 }),
  });
});

test("loads the number of messages before a wave opens", async () => {
  const status = makeCampaignStatus({ state: "waiting", wave: { open: 0, of: 2, phase: "waiting" } });
  const calls: unknown[] = [];
  const call = (...[address, input]: readonly unknown[]): Promise<unknown> => {
    calls.push([address, input]);
    return Promise.resolve({ ok: true, value: { waves: [makeWave(), makeWave({ wave: 1, pending: 447 })] } });
  };
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
  onTestFinished(() => {
    queryClient.clear();
    Reflect.deleteProperty(globalThis, "window");
  });
  await openNextWave.prepare?.(status);
  expect(calls).toEqual([["campaigns.waves", { campaignId: status.campaignId }]]);
  expect(openNextWave.confirm?.(status, nothingOpen)).toMatchObject({
    confirmLabel: t(($) => $.campaigns.confirm.openWaveYes, { count: 447 }),
  });
});

test("opens the wave that the dialog named, also where another one was opened meanwhile", async () => {
  const requests: unknown[] = [];
  const call = (address: string, input: unknown): Promise<unknown> => {
    requests.push([address, input]);
    return Promise.resolve({ ok: true, value: latest });
  };
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
  onTestFinished(() => {
    queryClient.clear();
    Reflect.deleteProperty(globalThis, "window");
  });
  const status = makeCampaignStatus({ state: "waiting", wave: { open: 0, of: 3, phase: "waiting" } });
  const latest = { ...status, wave: { open: 1, of: 3, phase: "waiting" as const } };
  const { campaignId } = status;
  queryClient.setQueryData(["campaigns.status", { campaignId }], latest);
  const waves = [makeWave(), makeWave({ wave: 1, pending: 20 }), makeWave({ wave: 2, pending: 5000 })];
  queryClient.setQueryData(["campaigns.waves", { campaignId }], { waves });
  expect(openNextWave.confirm?.(status, nothingOpen)).toMatchObject({
    confirmLabel: t(($) => $.campaigns.confirm.openWaveYes, { count: 20 }),
  });
  const input = { number: undefined, option: false };
  await openNextWave.run(status, nothingOpen, input);
  expect(requests[0]).toEqual(["campaigns.openWave", { campaignId, after: 0 }]);
});

test("retries no more unverified recipients than were typed", async () => {
  const requests: unknown[] = [];
  const call = (address: string, input: unknown): Promise<unknown> => {
    requests.push([address, input]);
    return Promise.resolve({ ok: false, failure: { code: "confirmation-needed", text: { code: "internal" } } });
  };
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  const status = makeCampaignStatus({ unverified: { toLookUp: 0, unclear: 12 } });
  const { campaignId } = status;
  await expect(retryUnverified.run(status, nothingOpen, { number: 7, option: false })).rejects.toThrow();
  expect(requests).toEqual([["campaigns.retry", { campaignId, scope: "unverified", mayGetTwice: 7 }]]);
});

test("reports for which campaign a retry has queued recipients", async () => {
  const call = (): Promise<unknown> => Promise.resolve({ ok: true, value: { requeued: 12 } });
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  const texts: string[] = [];
  const state = { ...nothingOpen, notify: ({ text }: { readonly text: string }) => void texts.push(text) };
  await retryUnknown.run(makeCampaignStatus({ name: "Night reset" }), state, { number: undefined, option: false });
  expect(texts).toEqual([t(($) => $.campaigns.done.resumeToSend, { name: "Night reset" })]);
});

test("a deletion closes the page of the campaign, and leaves any other page as it is", async () => {
  const list = { path: ["campaigns"], query: { state: "scheduled" } };
  const page = { path: ["campaigns", "1", "settings"], query: {} };
  const audit = { path: ["audit"], query: {} };
  const run = async (at: Address, moved = at): Promise<Address> => {
    const { call, requests } = createWaitingBridge();
    const history = { pushState: () => undefined, replaceState: () => undefined };
    const shell = openSlice(createShellSlice, call, { location: { hash: "" }, history });
    shell().navigate(at);
    const input = { number: undefined, option: false };
    const deleted = deleteCampaign.run(makeCampaignStatus({ campaignId: "1" }), { ...nothingOpen, ...shell() }, input);
    shell().navigate(moved);
    requests[0]?.answer({});
    await deleted;
    return shell().address;
  };
  expect(await run(page)).toEqual({ path: ["campaigns"], query: {} });
  expect(await run(list)).toEqual(list);
  expect(await run(page, audit)).toEqual(audit);
});
