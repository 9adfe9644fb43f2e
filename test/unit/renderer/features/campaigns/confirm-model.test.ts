import { expect, test } from "vitest";
import { confirmWords } from "../../../../../renderer/features/campaigns/confirm-model.ts";
import { makeCampaignStatus, makeCounts, makeRing } from "../../../../make/campaign-status.ts";

const gate = { on: "delivered", share: 0.9, withinMinutes: 30 } as const;
const rings = [makeRing({ canary: true, gate, size: 20, sent: 20 }), makeRing({ ring: 1, phase: "closed", size: 447 })];

test("opening the next wave says how many it sends to, over which connection, and what is skipped", () => {
  const waiting = { open: 0, of: 2, phase: "waiting" } as const;
  const status = makeCampaignStatus({ state: "paused", reason: "canary-gate", ring: waiting });
  expect(confirmWords("open-ring", status, rings)).toMatchObject({
    title: "Open wave 1?",
    text: "It sends to 447 recipients over “Acme” now. The gate of canary is skipped.",
    yes: "Open, and send to 447 recipients",
  });
});

test("a wave that is opened while the campaign is paused by a person sends once it is resumed", () => {
  const status = makeCampaignStatus({ state: "paused", reason: "user", ring: { open: 0, of: 2, phase: "sending" } });
  expect(confirmWords("open-ring", status, rings).text).toContain(
    "447 recipients over “Acme” once the campaign is resumed.",
  );
});

test("resuming names the number of messages and the connection", () => {
  const status = makeCampaignStatus({ state: "paused", counts: makeCounts({ accepted: 34, pending: 700 }) });
  expect(confirmWords("resume", status)).toMatchObject({
    title: "Resume “Night reset”?",
    text: "700 messages not started will be sent over “Acme”, as fast as the rate limit allows.",
    yes: "Send to 700 recipients",
  });
});
