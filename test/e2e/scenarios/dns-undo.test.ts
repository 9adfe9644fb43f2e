/** S9, DNS: created, attached with its endpoint count, protected from deletion while in use, detached with a lost response, and undone. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { Impact } from "#shared/contract/network/network-schemas.ts";
import { startService } from "../connecting.ts";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { callCore, goTo } from "../look-up.ts";
import { connectForSending } from "../support/campaign-runs.ts";
import { requestLog } from "../support/big-fleet.ts";

interface Configurations {
  readonly items: readonly { readonly id: string; readonly primary?: string }[];
}

test("a DNS configuration is created, attached, protected while in use, detached with a lost response, and restored by an undo", async () => {
  const service = await startService({ endpoints: 60 });
  const { page } = await launchFleetdesk();
  await connectForSending(page, service);
  const configurations = async (): Promise<Configurations["items"]> =>
    ((await callCore(page, "dns.refresh", {})) as Configurations).items;
  const before = await configurations();

  await goTo(page, "/network?dns=new");
  await page.getByRole("textbox", { name: t(($) => $.network.dns.primary) }).fill("192.0.2.53");
  await page.getByRole("textbox", { name: t(($) => $.network.dns.secondary) }).fill("198.51.100.53");
  await page.getByRole("button", { name: t(($) => $.network.dns.create), exact: true }).click();
  await page.getByRole("heading", { name: "192.0.2.53, 198.51.100.53" }).waitFor();
  const created = (await configurations()).find(({ id }) => !before.some((old) => old.id === id));
  expect(created).toMatchObject({ primary: "192.0.2.53" });
  expect((await requestLog(service)).operations["dns.create"]).toBe(1);

  // Attach: the endpoint count, and that connected devices are not affected, is shown first.
  await page.getByRole("link", { name: t(($) => $.network.page.profiles) }).click();
  await page.getByRole("list").getByRole("button").first().click();
  const part = page.getByRole("region", { name: t(($) => $.network.dns.title), exact: true });
  await part
    .getByText(t(($) => $.common.unknown))
    .first()
    .waitFor();
  await part.getByRole("button", { name: t(($) => $.network.dns.attachBegin) }).click();
  const dialog = page.getByRole("dialog");
  const [, profile = ""] = /profile=(\d+)/.exec(page.url()) ?? [];
  const impact = (await callCore(page, "dns.impact", { action: "attach", profile })) as Impact;
  await dialog.getByText(formatText(impact.sentence)).waitFor();
  await dialog.getByText(formatText(codedText("profile-impact-note"))).waitFor();
  await dialog.getByRole("combobox", { name: t(($) => $.network.dns.title) }).click();
  await page.getByRole("option", { name: /192\.0\.2\.53/ }).click();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.attach) }).click();
  await part
    .getByText(t(($) => $.network.source.thisComputer))
    .first()
    .waitFor();

  // Delete: the rejection names its users.
  await goTo(page, `/network?dns=${created?.id ?? ""}`);
  await page.getByRole("button", { name: t(($) => $.network.dns.deleteBegin) }).click();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.delete) }).click();
  await page.getByText(t(($) => $.network.dns.inUse)).waitFor();
  expect((await configurations()).map(({ id }) => id)).toContain(created?.id);

  // Detach: the response is lost, which is reported, and a repetition is safe.
  await page
    .getByRole("region", { name: t(($) => $.network.dns.usedBy) })
    .getByRole("link")
    .first()
    .click();
  service.setFaults({ seed: 9, rules: [{ kind: "reset-after", rate: 1, on: "profile.update" }] });
  await part.getByRole("button", { name: t(($) => $.network.dns.detachBegin) }).click();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.detach) }).click();
  await part.getByText(t(($) => $.network.profile.lostTitle)).waitFor();
  service.setFaults({});
  await part.getByRole("button", { name: t(($) => $.network.dns.detachBegin) }).click();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.detach) }).click();
  await part
    .getByText(
      t(($) => $.common.none),
      { exact: true },
    )
    .first()
    .waitFor();
  await page.getByText(t(($) => $.network.profile.lostTitle)).waitFor({ state: "hidden" });

  // Undo: attached again manually and detached, one undo restores it.
  await part.getByRole("button", { name: t(($) => $.network.dns.attachBegin) }).click();
  await dialog.getByRole("combobox", { name: t(($) => $.network.dns.title) }).click();
  await page.getByRole("option", { name: /192\.0\.2\.53/ }).click();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.attach) }).click();
  await part
    .getByText(/^192\.0\.2\.53, 198\.51\.100\.53/)
    .first()
    .waitFor();
  await part.getByRole("button", { name: t(($) => $.network.dns.detachBegin) }).click();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.detach) }).click();
  await part
    .getByText(
      t(($) => $.common.none),
      { exact: true },
    )
    .first()
    .waitFor();
  await part
    .getByRole("button", { name: t(($) => $.network.dns.undoBegin) })
    .first()
    .click();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.undo) }).click();
  await expect
    .poll(() =>
      part
        .getByText(
          t(($) => $.network.dns.undone),
          { exact: true },
        )
        .count(),
    )
    .toBe(1);
  await goTo(page, `/network?dns=${created?.id ?? ""}`);
  await page
    .getByRole("region", { name: t(($) => $.network.dns.usedBy) })
    .getByRole("link")
    .first()
    .waitFor();
});
