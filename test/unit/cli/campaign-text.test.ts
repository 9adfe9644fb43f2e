import { t } from "../../../main/cli/text.ts";
import { expect, test } from "vitest";
import { describeStatus } from "../../../main/cli/features/campaigns/campaign-text.ts";
import { makeCampaignStatus, makeCounts } from "../../make/campaign-status.ts";

const counts = makeCounts({ planned: 150, excluded: 8, accepted: 2, pending: 140 });
const running = makeCampaignStatus({ state: "running", watching: true, counts, delivery: { unknown: 2 } });

test("excluded rows are not recipients", () => {
  expect(describeStatus(running)).toContain(`\n${t(($) => $.common.recipientCount, { count: 142 })}: `);
});

test("a delivery that was not checked is not called unknown, one that stays without an answer is", () => {
  const over = makeCampaignStatus({ ...running, state: "finished", watching: false });
  const line = (text: string): string => t(($) => $.cli.campaigns.text.delivery, { counts: `2 ${text}` });
  expect(describeStatus(running)).toContain(line(t(($) => $.cli.campaigns.text.notChecked)));
  expect(describeStatus(over)).toContain(line(t(($) => $.cli.campaigns.text.unknown)));
});
