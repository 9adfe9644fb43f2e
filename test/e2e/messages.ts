/** Single SMS as a person writes them: a small fleet, the threads of its endpoints, and what the service took. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { launchSending, type Sending } from "./campaigns.ts";
import { goTo } from "./look-up.ts";

/** A program of its own, connected and synchronised. */
export async function launchMessages(options: SimulatorOptions = {}): Promise<Sending> {
  return await launchSending({ endpoints: 60, ...options });
}

export const threadOf = (endpoint: number): string => `/fleet/endpoint?open=endpoint:${endpoint}&tab=messages`;

export const textOf = (page: Page): Locator =>
  page.getByRole("textbox", { name: t(($) => $.messages.text), exact: true });

/** Comes to the thread from elsewhere. Tests that share a program have each an endpoint of its own. */
export async function openThread(page: Page, endpoint: number): Promise<void> {
  await goTo(page, "/messages");
  await goTo(page, threadOf(endpoint));
  await textOf(page).waitFor();
}

/** The button that sends, whatever it says of segments. */
export const sendButton = (page: Page): Locator =>
  page.getByRole("button", { name: new RegExp(`^${t(($) => $.messages.composer.send)}`) });

export const sender = (page: Page): Locator => page.getByLabel(t(($) => $.messages.composer.sender)).first();
