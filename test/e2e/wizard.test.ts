/** A campaign is drafted, left, reopened, reviewed and started. */
import { formatText, t } from "#shared/texts/text.ts";
import type { Draft } from "#shared/contract/campaigns/drafts.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { expect, onTestFinished, test } from "vitest";
import { iccidOf } from "../../main/simulator/values.ts";
import { readListFile } from "../../renderer/lib/file-text.ts";
import { launchSending, ledgerFromNow } from "./campaigns.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { expectFocus } from "./support/focus.ts";
import { dropFile } from "./support/clipboard-and-files.ts";
import {
  addFilter,
  draftFromNow,
  expectSaved,
  expectRecipients,
  expectReviewed,
  newCampaign,
  nextStep,
  nextTo,
  openBlock,
  currentCampaign,
  startSending,
  stepTo,
  writeText,
} from "./wizard.ts";

const sending = shareInFile(() => launchSending());

const audience = t(($) => $.planning.steps.audience);
/** A list as the core calls it. */
function list(name: string): CodedText {
  return codedText("csv-list", { name });
}

test("a customer's list with semicolons is dropped, checked row by row, and sent with its own values", async () => {
  const { page, service } = sending();
  const [sent, draft] = [ledgerFromNow(service), await draftFromNow(page)];
  await newCampaign(page);
  const rows = [`70001`, `70002`, `70001`, ``, `8.9883E+18`].map((id, at) => `Kunde ${at};${id};PIN${at}`);
  const text = `\uFEFFCustomer;Endpoint_ID;Pin\r\n${rows.join("\r\n")}\r\n`;
  await dropFile(page, audience, "customers.csv", `new TextEncoder().encode(${JSON.stringify(text)})`);
  await page.getByText("customers.csv", { exact: true }).waitFor();
  const first = page.getByRole("region", { name: t(($) => $.planning.list.firstRows, { name: "customers.csv" }) });
  await expect
    .poll(() => first.getByRole("columnheader").allTextContents())
    .toEqual(["Customer", "Endpoint_ID", "Pin"]);
  await expect.poll(() => first.getByRole("row").nth(1).textContent()).toBe("Kunde 070001PIN0");
  const column = page.getByRole("combobox", { name: t(($) => $.planning.list.column) });
  await expect.poll(() => column.getAttribute("placeholder")).toBe(t(($) => $.planning.list.selectColumn));
  await column.click();
  await page.getByRole("option", { name: "Endpoint_ID" }).click();
  await page
    .getByText(t(($) => $.planning.sources.list, { name: "customers.csv" }))
    .first()
    .waitFor();
  await expectRecipients(page, 2);
  const out = page.getByRole("grid", { name: t(($) => $.planning.excluded.rows) });
  await expect.poll(() => out.getByRole("row").count()).toBeGreaterThan(2);
  await expect.poll(() => out.getByText(formatText(codedText("duplicate-of", { endpoint: "70001" }))).count()).toBe(1);

  await nextStep(page, "text");
  await writeText(page, "SET {{Pin}} {{endpoint.id}}");
  const samples = page.getByRole("list", { name: t(($) => $.planning.samples.list) });
  await samples.getByText("SET PIN0 70001").waitFor();
  await stepTo(page, "review");
  await page
    .getByText(
      t(($) => $.planning.start.sendsTo, { count: 2 }),
      { exact: false },
    )
    .waitFor();
  await expectReviewed(page);
  await page.getByRole("button", { name: t(($) => $.planning.start.startSending, { count: 2 }) }).click();
  const { campaignId } = await currentCampaign(page);
  const status = async (): Promise<unknown> =>
    ((await callCore(page, "campaigns.status", { campaignId })) as { state: string }).state;
  await expect.poll(status, { timeout: 30_000 }).toBe("finished");
  expect(
    sent()
      .map(({ endpointId, payload }) => `${endpointId} ${payload}`)
      .toSorted(),
  ).toEqual(["70001 SET PIN0 70001", "70002 SET PIN1 70002"]);
  // A started campaign is no longer a draft, and the addresses of its steps create no copy of it.
  expect(await draft()).toBeUndefined();
  await page.goBack();
  await page.goBack();
  await page.getByText(t(($) => $.planning.page.openFailed)).waitFor();
  expect(await draft()).toBeUndefined();
});

test("a filter is added also when its step is left before the filter was read", async () => {
  const { page } = sending();
  const draft = await draftFromNow(page);
  await newCampaign(page);
  await page.getByRole("combobox", { name: t(($) => $.shell.filter.label) }).fill("id:70001");
  await expect.poll(async () => (await draft())?.body.invalidInput).toEqual({ filter: "id:70001" });
  // Both clicks in one task: no response can arrive between them.
  const names = [t(($) => $.planning.add.addMatching), `2 ${t(($) => $.planning.steps.text)}`];
  await page.evaluate(`
    for (const name of ${JSON.stringify(names)}) {
      [...document.querySelectorAll("button")].find(({ textContent }) => textContent.startsWith(name)).click();
    }
  `);
  await expect
    .poll(async () => {
      const { audience: steps, invalidInput } = (await draft())?.body ?? {};
      return { steps, invalidInput };
    })
    .toEqual({ steps: [{ op: "add", source: { filter: "id:70001" } }], invalidInput: undefined });
});

test("a draft reopens at the step where it was left with all its input", async () => {
  const { page } = sending();
  const reload = async (): Promise<void> => {
    await page.reload();
    await page.getByRole("navigation", { name: t(($) => $.planning.head.steps) }).waitFor();
  };
  const draft = await draftFromNow(page);
  await newCampaign(page);
  expect(await draft()).toBeUndefined();
  // Without a wait: the reload itself saves the draft.
  await page.getByRole("textbox", { name: t(($) => $.planning.list.pasted) }).fill("70001\n70002");
  await expect.poll(() => page.url()).toMatch(/campaigns\/new\/\d+/);
  await page.getByRole("textbox", { name: t(($) => $.planning.list.pasted) }).fill("70001\n70002\n70003");
  await reload();
  await expect
    .poll(() => page.getByRole("textbox", { name: t(($) => $.planning.list.pasted) }).inputValue())
    .toBe("70001\n70002\n70003");
  await page.getByRole("button", { name: t(($) => $.planning.list.add) }).click();
  await addFilter(page, "status:1");
  await page.getByText(t(($) => $.planning.sources.filter, { filter: "status:1" })).waitFor();
  await page.getByRole("button", { name: t(($) => $.planning.sources.moveUp, { step: 2 }) }).click();
  await expectSaved(page);
  await reload();
  const steps = page.getByRole("region", { name: t(($) => $.planning.sources.title) }).getByRole("listitem");
  await expect.poll(() => steps.count()).toBe(2);
  await expect.poll(() => steps.first().textContent()).toContain("status:1");
  await steps.first().dragTo(steps.nth(1));
  await expect.poll(() => steps.nth(1).textContent()).toContain("status:1");

  await stepTo(page, "text");
  await writeText(page, "GO {{code}}", "Left reset");
  await page.getByRole("textbox", { name: t(($) => $.planning.reply.pattern) }).fill("^OK");
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.replyWithin) }).fill("ten");
  await reload();
  expect(page.url()).toContain("step=text");
  await expect
    .poll(() => page.getByRole("textbox", { name: t(($) => $.planning.fields.text) }).inputValue())
    .toBe("GO {{code}}");
  await expect
    .poll(() => page.getByRole("textbox", { name: t(($) => $.planning.fields.replyWithin) }).inputValue())
    .toBe("ten");

  await stepTo(page, "safety");
  await openBlock(
    page,
    t(($) => $.planning.safety.speed),
  );
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.rate) }).fill("35o");
  await reload();
  // A block with an invalid field is open.
  await expect
    .poll(() => page.getByRole("textbox", { name: t(($) => $.planning.fields.rate) }).inputValue())
    .toBe("35o");
  await stepTo(page, "review");
  await page
    .getByText(t(($) => $.planning.problems.value, { input: "35o", field: t(($) => $.planning.fields.rate) }))
    .waitFor();
  await page
    .getByText(t(($) => $.planning.problems.value, { input: "ten", field: t(($) => $.planning.fields.replyWithin) }))
    .waitFor();
  await reload();
  expect(page.url()).toContain("step=review");

  await page.getByRole("button", { name: t(($) => $.planning.page.saveAndClose) }).click();
  await page.getByRole("link", { name: "Left reset" }).click();
  await page
    .getByText(t(($) => $.planning.problems.value, { input: "35o", field: t(($) => $.planning.fields.rate) }))
    .waitFor();
  const left = await draft();
  // Another one starts empty, also from within the first.
  await newCampaign(page);
  expect(page.url()).toMatch(/campaigns\/new$/);
  await expect.poll(() => page.getByRole("textbox", { name: t(($) => $.planning.list.pasted) }).inputValue()).toBe("");
  expect(left?.step).toBe("review");
  expect(left?.body.invalidInput).toEqual({ "expect.withinMinutes": "ten", rate: "35o" });
});

test("canary, waves and an entered number: the plan contains them, and starts only with the exact number", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  onTestFinished(async () => void (await callCore(page, "campaigns.stopAll", {})));
  await newCampaign(page);
  await addFilter(page, "status:0");
  await stepTo(page, "text");
  await writeText(page, "RESET {{endpoint.id}}");
  await stepTo(page, "safety");
  await openBlock(
    page,
    t(($) => $.planning.safety.rollout),
  );
  await page.getByRole("switch", { name: t(($) => $.planning.rollout.canarySwitch) }).press("Space");
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.canarySize) }).fill("7");
  await page.getByRole("checkbox", { name: t(($) => $.planning.rollout.serviceProfile) }).press("Space");
  await page.getByRole("textbox", { name: t(($) => $.planning.rollout.target) }).fill("75");
  await page.getByRole("switch", { name: t(($) => $.planning.rollout.wavesAfterCanary) }).press("Space");
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.waveSize) }).fill("20");
  await stepTo(page, "review");
  const start = page.getByRole("button", { name: startSending });
  await start.waitFor();
  const many = ((await start.textContent()) ?? "").replaceAll(/\D/g, "");
  expect(Number(many)).toBeGreaterThan(100);
  const number = page.getByRole("textbox", { name: t(($) => $.planning.start.number) });
  for (const wrong of ["", many.slice(1), `${many}0`]) {
    await number.fill(wrong);
    await expect.poll(() => start.isDisabled()).toBe(true);
  }
  expect(sent()).toEqual([]);
  await number.fill(` ${many.slice(0, 1)},${many.slice(1)} `);
  await expectReviewed(page);
  await start.click();
  const { campaignId } = await currentCampaign(page);
  const { rollout } = (await callCore(page, "campaigns.plannedWith", { campaignId })) as { readonly rollout: unknown };
  expect(rollout).toEqual({
    canary: {
      size: { count: 7 },
      over: ["tags", "service-profile"],
      gate: { on: "delivered", share: 0.75, withinMinutes: 30 },
    },
    waves: { size: { share: 0.2 }, pauseMinutes: 10 },
  });
  const answer = (await callCore(page, "campaigns.waves", { campaignId })) as {
    readonly waves: readonly { size: number }[];
  };
  expect(answer.waves[0]?.size).toBe(7);
  // Only the first wave is sent to.
  await expect.poll(() => sent().length, { timeout: 30_000 }).toBe(7);
});

test("a change after freezing is named and needs another freeze before the start", async () => {
  const { page } = sending();
  const draft = await draftFromNow(page);
  await newCampaign(page);
  await addFilter(page, "id:70001");
  await stepTo(page, "text");
  await writeText(page, "GO", "Frozen reset");
  await stepTo(page, "review");
  const start = page.getByRole("button", { name: t(($) => $.planning.start.startSending, { count: 1 }) });
  await start.waitFor();
  await expect.poll(async () => (await draft())?.campaignId).toBeDefined();
  const removed = (await draft())?.campaignId;
  // Removed from another window, the plan is frozen again with a click.
  await callCore(page, "campaigns.remove", { campaignId: removed });
  await page.getByText(t(($) => $.planning.review.removed)).waitFor();
  await page.getByRole("button", { name: t(($) => $.planning.review.start) }).click();
  await start.waitFor();
  await expect.poll(async () => (await draft())?.campaignId ?? removed).not.toBe(removed);
  const campaignId = (await draft())?.campaignId;
  await stepTo(page, "text");
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.text) }).fill("STOP");
  await page.reload();
  await stepTo(page, "review");
  await page
    .getByText(t(($) => $.planning.review.changedHelp, { parts: t(($) => $.planning.review.changedPart.text) }))
    .waitFor();
  await expect.poll(() => start.isDisabled()).toBe(true);
  await page.getByRole("button", { name: t(($) => $.planning.review.again) }).click();
  await expect.poll(() => start.isEnabled()).toBe(true);
  await expect.poll(async () => (await draft())?.campaignId ?? campaignId).not.toBe(campaignId);
  const frozen = async (): Promise<readonly object[]> => {
    const { campaigns } = (await callCore(page, "campaigns.list", {})) as {
      readonly campaigns: readonly { name: string }[];
    };
    return campaigns.filter(({ name }) => name === "Frozen reset");
  };
  await expect.poll(frozen).toHaveLength(1);
  await goTo(page, "/campaigns");
});

test("invalid files are rejected with a message and no draft is lost", async () => {
  const { page } = sending();
  await newCampaign(page);
  await page.getByRole("textbox", { name: t(($) => $.planning.list.pasted) }).fill("70001");
  const drop = (name: string, bytes: string): Promise<void> => dropFile(page, audience, name, bytes);
  const text = (content: string): string => `new TextEncoder().encode(${JSON.stringify(content)})`;
  const photo = await readListFile("photo.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
  await drop("photo.png", "new Uint8Array([0x89, 0x50, 0x4e, 0x47])");
  await page.getByText("problem" in photo ? photo.problem : "?").waitFor();
  await drop("nothing.csv", "new Uint8Array()");
  await page.getByText(t(($) => $.planning.list.isEmpty, { name: "nothing.csv" })).waitFor();
  await drop("head.csv", text("iccid;pin\n"));
  await page.getByText(formatText(codedText("csv-without-rows", { source: list("head.csv") }))).waitFor();
  await drop("quotes.csv", text('iccid;pin\n"89;1\n90;2\n'));
  await page
    .getByText(
      formatText(
        codedText("csv-malformed", { source: list("quotes.csv"), problem: codedText("csv-quote-open"), line: 2 }),
      ),
    )
    .waitFor();
  expect(await page.getByRole("textbox", { name: t(($) => $.planning.list.pasted) }).inputValue()).toBe("70001");
  // A valid one after the invalid ones.
  await drop("right.csv", text(`iccid\n${iccidOf(1, 0)}\n`));
  await expectRecipients(page, 1);
  await expect.poll(() => page.getByText(t(($) => $.planning.list.failed)).count()).toBe(0);
  expect(await page.getByRole("textbox", { name: t(($) => $.planning.list.pasted) }).inputValue()).toBe("70001");
  // Pasted text that was not added is not discarded silently.
  await page.getByRole("button", { name: nextTo("text") }).click();
  await page
    .getByText(t(($) => $.planning.problems.pastedList))
    .last()
    .waitFor();
  expect(page.url()).not.toContain("step=text");
  await page
    .getByRole("button", { name: t(($) => $.planning.page.skipTo, { step: t(($) => $.planning.steps.text) }) })
    .click();
  await expect.poll(() => page.url()).toContain("step=text");
});

test("each list without its column requires one, also after another list was dropped", async () => {
  const { page } = sending();
  await newCampaign(page);
  const cards = page.getByRole("group", { name: /^(first|second)\.csv$/ });
  const column = (list: string) => page.getByRole("group", { name: list }).getByRole("combobox");
  for (const name of ["first.csv", "second.csv"]) {
    await dropFile(page, audience, name, 'new TextEncoder().encode("a;b\\nx;1\\ny;2\\n")');
    await column(name).waitFor();
  }
  expect(await cards.count()).toBe(2);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("button", { name: nextTo("text") }).click();
  await page
    .getByText(
      t(($) => $.planning.problems.identifierColumn, { list: "first.csv" }),
      { exact: false },
    )
    .last()
    .waitFor();
  await column("first.csv").click();
  await page.getByRole("option", { name: "a" }).click();
  await expect.poll(() => column("first.csv").inputValue()).toBe("a");
  expect(await cards.count()).toBe(2);
});

test("a new draft that is left before it is saved does not open instead of the next one", async () => {
  const { page } = sending();
  await newCampaign(page);
  const name = page.getByRole("textbox", { name: t(($) => $.planning.fields.name) });
  for (const draft of ["June", "July"]) {
    await stepTo(page, "text");
    await name.fill(draft);
    // Before the delay after which input is saved.
    await newCampaign(page);
  }
  expect(page.url()).toMatch(/#\/campaigns\/new$/);
  await stepTo(page, "text");
  await name.fill("August");
  await expect.poll(() => page.url()).toMatch(/#\/campaigns\/new\/\d+\?step=text$/);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "August" }).waitFor();
  const { drafts } = (await callCore(page, "drafts.list", {})) as { readonly drafts: readonly Draft[] };
  const names = drafts.map(({ body }) => body.name ?? "").filter((one) => ["June", "July", "August"].includes(one));
  expect(names.toSorted()).toEqual(["August", "July", "June"]);
});

test("an incomplete date is named at its field, and a missing field of the review is one click away", async () => {
  const { page } = sending();
  await newCampaign(page);
  await stepTo(page, "safety");
  await openBlock(
    page,
    t(($) => $.planning.safety.schedule),
  );
  const starts = page.getByLabel(
    t(($) => $.planning.fields.startTime),
    { exact: true },
  );
  await starts.focus();
  await expectFocus(page, starts);
  await page.keyboard.type("12");
  await starts.blur();
  const message = t(($) => $.planning.problems.time, { field: t(($) => $.planning.fields.startTime) });
  await page.getByText(message).first().waitFor();
  await stepTo(page, "review");
  await page.getByRole("button", { name: t(($) => $.planning.problems.audience) }).click();
  await expectFocus(page, page.getByRole("textbox", { name: t(($) => $.planning.list.pasted) }));
  await stepTo(page, "review");
  await page.getByRole("button", { name: message }).click();
  await expectFocus(page, starts);
  await starts.fill("2031-04-02T22:00");
  await expect.poll(() => page.getByText(message).count()).toBe(0);
});
