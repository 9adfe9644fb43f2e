/**
 * `npm run pictures`: every page of the window, light and dark, into test-results/pictures/. The pictures of README and tour are copied to
 * docs/pictures/.
 */
import { t } from "#shared/texts/text.ts";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { launchInShell } from "../../test/e2e/harness/shell-driver.ts";
import { buildIfNeeded } from "../fresh-build.ts";
import { auditScenes } from "./audit-scenes.ts";
import { campaignScenes } from "./campaign-scenes.ts";
import { setCampaignStage } from "./campaign-stage.ts";
import { eventScenes } from "./event-scenes.ts";
import { networkScenes } from "./network-scenes.ts";
import { quotaScenes } from "./quota-scenes.ts";
import { recordScenes } from "./record-scenes.ts";
import { firstScenes, type Scene, scenes } from "./scenes.ts";
import { callCore, openStage, setStage } from "./stage.ts";
import { streamScenes } from "./stream-scenes.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "test-results/pictures");
const documented = ["README.md", "docs/tour.md"]
  .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/pictures\/([\w-]+\.png)/g)])
  .map(([, name = ""]) => name);
const mostBytes = 150_000;
/** Time after the last awaited element until all animations have ended. */
const restMs = 700;
/** Prefixes of names: if there are any, only these pictures are taken. */
const selectedPrefixes = process.argv.slice(2);

async function take(page: Page, { name, at, prepare, act, leave }: Scene): Promise<void> {
  await prepare?.(page);
  if (selectedPrefixes.length > 0 && !selectedPrefixes.some((start) => name.startsWith(start))) return;
  const address = typeof at === "string" ? at : at();
  for (const theme of ["light", "dark"]) {
    await callCore(page, "settings.set", { theme });
    await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
    await passed(restMs);
    await act?.(page);
    // The element under the mouse would be rendered as hovered.
    await page.mouse.move(0, 0);
    await passed(restMs);
    // A palette of 256 colours is enough for flat surfaces and a third of the size; dithering would speckle them.
    const png = await sharp(await page.screenshot())
      .png({ palette: true, quality: 100, dither: 0, effort: 8 })
      .toBuffer();
    const file = `${name}-${theme}.png`;
    writeFileSync(join(folder, file), png);
    if (documented.includes(file)) writeFileSync(join(root, "docs/pictures", file), png);
    console.log(`${String(Math.round(png.length / 1000)).padStart(4)} kB  ${file}`);
    if (png.length > mostBytes) throw new Error(`${file} has ${png.length} bytes; ${mostBytes} are allowed.`);
    await leave?.(page);
  }
}

/** A customer's list: mixed, damaged and with duplicates. */
function customerList(items: Awaited<ReturnType<typeof setStage>>): string {
  const iccid = (index: number): string => {
    const sim = items[index]?.record["sim"] as { readonly iccid?: string } | undefined;
    return sim?.iccid ?? "";
  };
  const [first, second] = [iccid(20), iccid(21)];
  const lines = [first, second, "8.98830300100E+18", items[22]?.id, String(items[23]?.record["name"]), first];
  return [...lines, "no such endpoint", "490154203237519", String(items[24]?.record["imei"]), "295050999999999"].join(
    "\n",
  );
}

const dataDir = mkdtempSync(join(tmpdir(), "fleetdesk-pictures-"));
buildIfNeeded((text) => console.log(text));
mkdirSync(folder, { recursive: true });
const service = await openStage();
const app = launchInShell({ args: [], env: { FLEETDESK_KEYCHAIN: "memory" }, dataDir });
try {
  const page = await app.page();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: t(($) => $.connections.firstRun.connect) }).waitFor();
  for (const scene of firstScenes) await take(page, scene);
  const items = await setStage(page, service);
  for (const scene of scenes(
    items.map(({ id }) => id),
    customerList(items),
  ))
    await take(page, scene);
  for (const scene of recordScenes()) await take(page, scene);
  for (const scene of networkScenes()) await take(page, scene);
  for (const scene of eventScenes()) await take(page, scene);
  for (const scene of streamScenes(service)) await take(page, scene);
  for (const scene of quotaScenes(service)) await take(page, scene);
  const stage = await setCampaignStage(page, service, app, dataDir);
  for (const scene of campaignScenes(stage)) await take(page, scene);
  for (const scene of auditScenes(items[2]?.id ?? "")) await take(page, scene);
} finally {
  await app.end();
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
}
