/** Messages and campaigns, in order of use: from a customer's file to evidence. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { type CampaignStage, from, startDraft, until } from "./campaign-stage.ts";
import type { Scene } from "./scenes.ts";
import { callCore } from "./stage.ts";

const press = async (page: Page, name: string | RegExp): Promise<void> =>
  await page.getByRole("button", { name }).first().click();

/** Matches buttons with any number. */
const withAnyNumber = (text: string): RegExp => new RegExp(text.replace("7", String.raw`[\d,]+`));
const startSending = withAnyNumber(t(($) => $.planning.start.startSending, { count: 7 }));
const startRecall = withAnyNumber(t(($) => $.campaigns.recall.start, { count: 7 }));

const messageText = (page: Page): Locator =>
  page.getByRole("textbox", { name: t(($) => $.messages.text), exact: true });

function wizardScenes({ draft }: CampaignStage): readonly Scene[] {
  const at = (step: string): string => `/campaigns/new/${draft}?step=${step}`;
  return [
    {
      name: "wizard-audience",
      at: at("audience"),
      act: async (page) => await page.getByRole("grid", { name: t(($) => $.planning.excluded.rows) }).waitFor(),
    },
    {
      name: "wizard-text",
      at: at("text"),
      act: async (page) =>
        await page
          .getByRole("list", { name: t(($) => $.planning.samples.list) })
          .getByRole("listitem")
          .first()
          .waitFor(),
    },
    {
      name: "wizard-safety",
      at: at("safety"),
      act: async (page) => {
        const canary = page.getByRole("switch", { name: t(($) => $.planning.rollout.canarySwitch) });
        if (!(await canary.isVisible()))
          await page
            .locator("summary")
            .filter({ hasText: t(($) => $.planning.safety.rollout) })
            .click();
        await canary.waitFor();
      },
    },
    {
      name: "wizard-review",
      at: at("review"),
      act: async (page) => await page.getByRole("button", { name: startSending }).waitFor(),
    },
  ];
}

const rejections = { kind: "refuse", rate: 0.04, on: "sms.send" } as const;
const lostAnswers = { kind: "reset-after", rate: 0.08, on: "sms.send" } as const;
const noLists = { kind: "error-before", rate: 1, on: "sms.list" } as const;

/** The campaign of the tour, from its gate to “Stop all sending”. Its id is available once it has been started. */
function runningScenes({ draft, service }: CampaignStage): readonly Scene[] {
  let running = "";
  const at = (): string => `/campaigns/${running}`;
  return [
    {
      name: "campaign-gate",
      at,
      prepare: async (page) => {
        service.setFaults({ seed: 11, rules: [rejections] });
        running = await startDraft(page, draft);
        await until(page, running, ({ wave }) => wave?.phase === "waiting");
      },
    },
    {
      name: "campaign-running",
      at,
      prepare: async (page) => {
        await callCore(page, "campaigns.openWave", { campaignId: running });
        await until(page, running, ({ counts }) => counts.accepted > 45);
        // Before the check: on a slow computer the wave ends during it, and no response would be lost afterwards.
        service.setFaults({ seed: 11, rules: [rejections, lostAnswers] });
        await callCore(page, "campaigns.checkDelivery", { campaignId: running });
        // Lists are unavailable as well: recipients whose response was lost stay unknown.
        service.setFaults({ seed: 11, rules: [rejections, lostAnswers, noLists] });
        await until(page, running, ({ counts }) => counts.unknown > 2);
      },
    },
    {
      name: "campaign-speed",
      at,
      act: async (page) => {
        await page.getByTitle(t(($) => $.campaigns.speed.change)).click();
        await page.getByRole("textbox", { name: t(($) => $.campaigns.speed.rate) }).fill("1,0x");
      },
      leave: async (page) => await page.keyboard.press("Escape"),
    },
    { name: "campaigns", at: "/campaigns" },
    {
      name: "notifications",
      at: "/fleet/endpoint?sort=name",
      act: async (page) => {
        await page
          .getByRole("banner")
          .getByRole("button", { name: t(($) => $.shell.notifications.title) })
          .click();
        await page.getByRole("dialog").waitFor();
      },
      leave: async (page) => await page.keyboard.press("Escape"),
    },
    {
      name: "notice",
      at: "/fleet/endpoint?sort=name",
      prepare: async (page) => {
        await page.evaluate('location.hash = "/fleet/endpoint?sort=name"');
        await page.keyboard.press("ControlOrMeta+.");
        await page.getByRole("alert").first().waitFor();
      },
      leave: async (page) => {
        service.setFaults({});
        await page.keyboard.press("Escape");
      },
    },
  ];
}

function afterScenes({ service, finished, stopped, recalled, evidence, desktop }: CampaignStage): readonly Scene[] {
  return [
    { name: "campaign-stopped", at: `/campaigns/${stopped}` },
    { name: "campaign-refused", at: `/campaigns/${stopped}/recipients?outcome=refused` },
    { name: "campaign-timeline", at: `/campaigns/${stopped}/timeline` },
    { name: "campaign-settings", at: `/campaigns/${stopped}/settings` },
    {
      name: "campaign-recall",
      at: `/campaigns/${recalled}?recall=confirm`,
      prepare: async (page) => {
        // Also if the scene that ends the faults is not selected: without lists nothing starts.
        service.setFaults({});
        await callCore(page, "campaigns.start", { campaignId: recalled, rate: 15 });
        await until(page, recalled, ({ counts }) => counts.accepted > 50);
        await callCore(page, "campaigns.pause", { campaignId: recalled });
        await until(page, recalled, ({ state }) => state === "paused");
      },
      act: async (page) => {
        const recall = page.getByRole("button", { name: startRecall });
        const results = page.getByRole("button", { name: t(($) => $.campaigns.recall.copyResults) });
        await recall.or(results).first().waitFor();
        if (await recall.isVisible()) await recall.click();
        await results.waitFor();
      },
    },
    {
      name: "campaign-finished",
      at: `/campaigns/${finished}`,
      leave: async (page) => {
        await desktop.saveTo(evidence);
        await press(
          page,
          t(($) => $.campaigns.actions.exportEvidence),
        );
        await page.getByRole("button", { name: t(($) => $.campaigns.evidence.copyHead) }).waitFor();
      },
    },
    { name: "campaign-summary", at: `/campaigns/${finished}/summary` },
    {
      name: "campaign-verify",
      at: "/campaigns/verify",
      act: async (page) => {
        await desktop.openFrom(evidence);
        await press(
          page,
          t(($) => $.campaigns.verify.chooseFile),
        );
        await page.getByText(t(($) => $.campaigns.verify.intact)).waitFor();
      },
    },
  ];
}

function messageScenes({ threadEndpoint: talking }: CampaignStage): readonly Scene[] {
  return [
    {
      name: "messages-thread",
      prepare: async (page) => {
        await callCore(page, "sms.list", { endpoint: talking });
        await callCore(page, "sms.send", { endpoint: talking, from, text: "LOCATE" });
      },
      at: `/fleet/endpoint?sort=name&open=endpoint:${talking}&tab=messages`,
      act: async (page) => {
        await messageText(page).fill("It’s time for a REBOOT");
      },
      leave: async (page) => await messageText(page).fill(""),
    },
    { name: "messages", at: "/messages" },
    {
      name: "templates",
      at: "/messages/templates",
      act: async (page) => await press(page, /^Ask for status/),
    },
  ];
}

/** Every page of messages and campaigns; notices are hidden except in their own scene. */
export function campaignScenes(stage: CampaignStage): readonly Scene[] {
  const all = [...wizardScenes(stage), ...runningScenes(stage), ...afterScenes(stage), ...messageScenes(stage)];
  return all.map((scene) => (scene.name === "notice" ? scene : { ...scene, act: actWithoutNotices(scene) }));
}

function actWithoutNotices({ act }: Scene): NonNullable<Scene["act"]> {
  return async (page) => {
    await act?.(page);
    const toast = page.getByRole("banner").getByRole("alert");
    const close = toast.getByRole("button", { name: t(($) => $.common.close) });
    if ((await close.count()) > 0) await close.click();
  };
}
