/** S9, quotas: find nearly empty ones, top them up in bulk over a faulty service, and undo everything in one step. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { startService } from "../connecting.ts";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { callCore, goTo } from "../look-up.ts";
import { choose, createQuotaClient, readAll, results } from "../quotas.ts";
import { expectRows, listOf, requestLog } from "../support/big-fleet.ts";
import { connectForSending } from "../support/campaign-runs.ts";
import { expectFocus } from "../support/focus.ts";

const fleetSize = 600;
const first = 70_001;
const ids = Array.from({ length: fleetSize }, (_, index) => String(first + index));
/** Survives a restart, as a keychain does. */
const persistentKeychain = { FLEETDESK_KEYCHAIN: "file", FLEETDESK_PASSPHRASE: "correct horse" };
/** From this many endpoints on the exact number is required. */
const numberConfirmationFrom = 100;
const nearlyEmpty = 10; // per cent
const fullData = 50; // megabytes, as the simulator gives them

test(
  "nearly empty quotas are found, topped up once each whatever the service does, and undone in one step",
  { timeout: 240_000 },
  async () => {
    const service = await startService({ endpoints: fleetSize, realistic: true });
    const fleetdesk = await launchFleetdesk({ env: persistentKeychain });
    const { page } = fleetdesk;
    await connectForSending(page, service);
    const serviceQuotas = await createQuotaClient(service);
    const before = await serviceQuotas.volumes(ids);
    const low = ids.filter((_, index) => (before[index] ?? fullData) < (fullData * nearlyEmpty) / 100);
    const count = low.length;
    expect(count).toBeGreaterThan(20);

    // Find: on a service that throttles and drops a request now and then.
    service.setFaults({
      seed: 9,
      rules: [
        { kind: "throttle", rate: 0.005, retryAfter: true, on: "quota.get" },
        { kind: "error-before", rate: 0.01, attempts: 1, on: "quota.get" },
      ],
    });
    await readAll(page);
    const throttled = async (): Promise<number> => (await requestLog(service)).statuses["429"] ?? 0;
    const atFirst = await throttled();
    expect(atFirst).toBeGreaterThan(0);
    service.setFaults({});
    await readAll(page);
    await goTo(page, `/quotas?group=below&below=${nearlyEmpty}&sort=percent`);
    const list = listOf(
      page,
      t(($) => $.quotas.overview.table),
    );
    await expectRows(list, low.length);
    await list.focus();
    await expectFocus(page, list);
    await page.keyboard.press("ControlOrMeta+A");
    const all = page.getByRole("button", { name: t(($) => $.shell.table.selectMatching, { count }) });
    const selectedText = page.getByText(
      t(($) => $.shell.table.countSelected, { count }),
      { exact: true },
    );
    await all.or(selectedText).first().waitFor();
    if (await all.isVisible()) await all.click();
    await page.getByRole("button", { name: t(($) => $.shell.rows.changeQuotas), exact: true }).click();
    await page
      .getByText(
        t(($) => $.quotas.source.selected, { count }),
        { exact: true },
      )
      .waitFor();

    // Plan: nothing is written, and the preview shows the service's values.
    await choose(
      page.getByRole("form", { name: t(($) => $.quotas.plan.change) }),
      t(($) => $.quotas.form.add),
    );
    await page.getByRole("textbox", { name: t(($) => $.quotas.form.addData) }).fill("50");
    await page.getByRole("button", { name: t(($) => $.quotas.plan.preview) }).click();
    await page
      .getByText(
        t(($) => $.quotas.change.state.planned),
        { exact: true },
      )
      .waitFor({ timeout: 60_000 });
    expect((await requestLog(service)).operations["quota.set"] ?? 0).toBe(0);
    await expect.poll(() => results(page)).toEqual([`${t(($) => $.quotas.rows.state.planned)}${count}`]);

    // Run: rejections, responses that are lost after and before the change is applied, many 429 and 5xx.
    const [rejected, lostAfter, lostBefore, failed] = low.slice(0, 4).map(Number);
    const on = "quota.set";
    service.setFaults({
      seed: 9,
      rules: [
        { kind: "refuse", rate: 1, on, endpoints: [rejected ?? 0] },
        { kind: "reset-after", rate: 1, on, endpoints: [lostAfter ?? 0] },
        { kind: "reset-before", rate: 1, on, endpoints: [lostBefore ?? 0] },
        { kind: "error-after", rate: 1, on, endpoints: [failed ?? 0] },
        { kind: "throttle", rate: 0.2, attempts: 1, retryAfter: true, on },
      ],
    });
    await page.getByRole("button", { name: t(($) => $.quotas.action.start, { count }) }).click();
    const dialog = page.getByRole("dialog");
    const number = dialog.getByRole("textbox", {
      name: t(($) => $.common.typeNumber, { number: count }),
    });
    if (low.length >= numberConfirmationFrom) await number.fill(String(low.length));
    await dialog.getByRole("button", { name: t(($) => $.quotas.question.start.yes, { count }) }).click();
    await page
      .getByText(
        t(($) => $.quotas.change.state.finished),
        { exact: true },
      )
      .first()
      .waitFor({ timeout: 120_000 });
    await expect
      .poll(() => results(page), { timeout: 60_000 })
      .toEqual([`${t(($) => $.quotas.rows.state.notApplied)}2`, `${t(($) => $.common.accepted)}${count - 2}`]);
    expect(await throttled()).toBeGreaterThan(atFirst);
    service.setFaults({});
    const expected = ids.map((id, index) => {
      const previous = before[index];
      const untouched = !low.includes(id) || Number(id) === rejected || Number(id) === lostBefore;
      return previous === undefined || untouched ? previous : Math.round((previous + 50) * 1e6) / 1e6;
    });
    expect(await serviceQuotas.volumes(ids)).toEqual(expected);

    // Only the two failed ones are retried; then each has had its 50 MB once.
    await page.getByRole("button", { name: t(($) => $.quotas.action.retryNotApplied, { count: 2 }) }).click();
    await dialog.getByRole("button", { name: t(($) => $.quotas.question.retryNotApplied.yes, { count: 2 }) }).click();
    await expect.poll(() => results(page), { timeout: 60_000 }).toEqual([`${t(($) => $.common.accepted)}${count}`]);
    const toppedUp = await serviceQuotas.volumes(low);
    expect(toppedUp).toEqual(low.map((id) => Math.round(((before[Number(id) - first] ?? 0) + 50) * 1e6) / 1e6));

    // After a restart, the undo starts from the list of past changes.
    const { page: later } = await fleetdesk.restart();
    await goTo(later, "/quotas/changes");
    await later.getByRole("link", { name: formatText(codedText("quota-add-data", { volume: 50 })) }).click();
    await later.getByRole("button", { name: t(($) => $.quotas.action.undo, { count }) }).click();
    const undo = later.getByRole("dialog");
    const undoNumber = undo.getByRole("textbox", { name: t(($) => $.common.typeNumber, { number: count }) });
    if (low.length >= numberConfirmationFrom) await undoNumber.fill(String(low.length));
    await undo.getByRole("button", { name: t(($) => $.quotas.question.undo.yes, { count }) }).click();
    await later.getByRole("link", { name: t(($) => $.quotas.change.undoes, { change: 1 }) }).waitFor();
    await expect.poll(() => results(later), { timeout: 120_000 }).toEqual([`${t(($) => $.common.accepted)}${count}`]);
    expect(await serviceQuotas.volumes(ids)).toEqual(before);
    const { changes } = (await callCore(later, "quotas.changes", {})) as { readonly changes: readonly QuotaChange[] };
    expect(changes.map(({ state }) => state)).toEqual(["finished", "finished"]);
  },
);
