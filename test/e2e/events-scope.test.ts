/** The scope of events: found by name and number in the cache; an invalid id is rejected at the field, and covers nothing. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { launchEvents } from "./events.ts";
import { callCore } from "./look-up.ts";
import { listOf } from "./support/big-fleet.ts";

interface Listed {
  readonly items: readonly { readonly id: string; readonly record: Readonly<Record<string, unknown>> }[];
}

test("finds an endpoint by its name and by its IMSI, and rejects an unknown text without a request", async () => {
  const { page } = await launchEvents("/events?of=endpoint", { oddities: { notOffered: ["event.list"] } });
  const field = page.getByRole("combobox", { name: t(($) => $.events.owner.label.endpoint) });
  const list = listOf(
    page,
    t(($) => $.events.list.label),
  );
  const id = (): Promise<string | undefined> =>
    page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('id') ?? undefined");
  const [first] = ((await callCore(page, "fleet.list", { collection: "endpoint", limit: 1 })) as Listed).items;
  const name = String(first?.record["name"]);

  await field.fill(name.slice(0, -1).toLowerCase());
  await page.getByRole("option", { name: `${name} ${first?.id ?? ""}` }).waitFor();
  await field.fill(name.toLowerCase());
  await page.keyboard.press("Enter");
  await expect.poll(id).toBe(first?.id);
  await list.getByRole("row").nth(1).waitFor();
  await page.getByRole("link", { name, exact: true }).first().waitFor();

  // No SIM was read: its numbers are in the endpoint's record.
  const many = ((await callCore(page, "fleet.list", { collection: "endpoint", limit: 50 })) as Listed).items;
  const other = many.findLast(({ record }) => imsiOf(record) !== undefined);
  await field.fill(imsiOf(other?.record ?? {}) ?? "");
  await page.getByRole("option", { name: new RegExp(` ${other?.id ?? "nobody"}$`) }).click();
  await expect.poll(id).toBe(other?.id);

  for (const text of ["abc", "-1", "1234567890123456789012"]) {
    await field.fill(text);
    await page.keyboard.press("Enter");
    await page.getByText(formatText(codedText("event-endpoint-id-invalid", { id: text }))).waitFor();
    expect(await field.inputValue()).toBe(text);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await page.getByText(t(($) => $.events.owner.notRequested)).waitFor();
    expect(
      await page
        .getByText(
          t(($) => $.events.list.empty),
          { exact: true },
        )
        .count(),
    ).toBe(0);
    expect(await page.getByRole("link", { name: t(($) => $.events.owner.open.endpoint, { id: text }) }).count()).toBe(
      0,
    );
    expect(await page.getByRole("button", { name: t(($) => $.events.refresh) }).isDisabled()).toBe(true);
  }
  await field.fill("999999");
  await page.keyboard.press("Enter");
  await page.getByText(t(($) => $.events.owner.notCached)).waitFor();
});

function imsiOf(endpoint: Readonly<Record<string, unknown>>): string | undefined {
  return (endpoint["sim"] as { readonly imsi?: string } | null | undefined)?.imsi;
}
