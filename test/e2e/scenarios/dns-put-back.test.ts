/** S9, the part of DNS: made, attached with whom it reaches, not deleted while it is used, taken away on a bad day, and put back. */
import { expect, test } from "vitest";
import { startService } from "../connecting.ts";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { ask, goTo } from "../look-up.ts";
import { connectForSending } from "../support/campaign-runs.ts";
import { requestLog } from "../support/big-fleet.ts";

interface Configurations {
  readonly items: readonly { readonly id: string; readonly primary?: string }[];
}

test("a DNS configuration is made, attached, kept while in use, taken away though the answer is lost, and put back", async () => {
  const service = await startService({ endpoints: 60 });
  const { page } = await launchFleetdesk();
  await connectForSending(page, service);
  const configurations = async (): Promise<Configurations["items"]> =>
    ((await ask(page, "dns.refresh", {})) as Configurations).items;
  const before = await configurations();

  await goTo(page, "/network?dns=new");
  await page.getByRole("textbox", { name: "Primary server" }).fill("192.0.2.53");
  await page.getByRole("textbox", { name: "Secondary server" }).fill("198.51.100.53");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("heading", { name: "192.0.2.53, 198.51.100.53" }).waitFor();
  const made = (await configurations()).find(({ id }) => !before.some((old) => old.id === id));
  expect(made).toMatchObject({ primary: "192.0.2.53" });
  expect((await requestLog(service)).operations["dns.create"]).toBe(1);

  // Attached: whom it reaches, and what it does not do to who is connected, is said first.
  await page.getByRole("link", { name: "Service profiles" }).click();
  await page.getByRole("list").getByRole("button").first().click();
  const part = page.getByRole("region", { name: "DNS configuration", exact: true });
  await part.getByText("unknown").first().waitFor();
  await part.getByRole("button", { name: "Attach another…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^The change reaches the service profile .* endpoints?\.$/).waitFor();
  await dialog.getByText(/until they connect again/).waitFor();
  await dialog.getByRole("combobox", { name: "DNS configuration" }).click();
  await page.getByRole("option", { name: /192\.0\.2\.53/ }).click();
  await dialog.getByRole("button", { name: "Attach it" }).click();
  await part.getByText("known from this computer").first().waitFor();

  // Not deleted: the refusal names who uses it.
  await goTo(page, `/network?dns=${made?.id ?? ""}`);
  await page.getByRole("button", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete it" }).click();
  await page.getByText("The service keeps it").waitFor();
  expect((await configurations()).map(({ id }) => id)).toContain(made?.id);

  // Taken away: the answer is lost, which is said, and doing it again is safe.
  await page.getByRole("region", { name: "Who uses it" }).getByRole("link").first().click();
  service.setFaults({ seed: 9, rules: [{ kind: "reset-after", rate: 1, on: "profile.update" }] });
  await part.getByRole("button", { name: "Detach…" }).click();
  await dialog.getByRole("button", { name: "Detach it" }).click();
  await part.getByText("What came of the last change is not known").waitFor();
  service.setFaults({});
  await part.getByRole("button", { name: "Detach…" }).click();
  await dialog.getByRole("button", { name: "Detach it" }).click();
  await part.getByText("none of its own").first().waitFor();
  await page.getByText("What came of the last change is not known").waitFor({ state: "hidden" });

  // Put back: attached again by hand and taken away, one step back leads to it.
  await part.getByRole("button", { name: "Attach another…" }).click();
  await dialog.getByRole("combobox", { name: "DNS configuration" }).click();
  await page.getByRole("option", { name: /192\.0\.2\.53/ }).click();
  await dialog.getByRole("button", { name: "Attach it" }).click();
  await part
    .getByText(/^192\.0\.2\.53, 198\.51\.100\.53/)
    .first()
    .waitFor();
  await part.getByRole("button", { name: "Detach…" }).click();
  await dialog.getByRole("button", { name: "Detach it" }).click();
  await part.getByText("none of its own").first().waitFor();
  await part.getByRole("button", { name: "Put back…" }).first().click();
  await dialog.getByRole("button", { name: "Put it back" }).click();
  await expect.poll(() => part.getByText("put back since").count()).toBe(1);
  await goTo(page, `/network?dns=${made?.id ?? ""}`);
  await page.getByRole("region", { name: "Who uses it" }).getByRole("link").first().waitFor();
});
