/** Single SMS on screen: a small fleet, the threads of its endpoints, and what the service accepted. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { launchSending, type Sending } from "./campaigns.ts";
import { goTo } from "./look-up.ts";

/** A separate program, connected and synchronised. */
export async function launchMessages(options: SimulatorOptions = {}): Promise<Sending> {
  return await launchSending({ endpoints: 60, ...options });
}

export const threadOf = (endpoint: number): string => `/fleet/endpoint?open=endpoint:${endpoint}&tab=messages`;

export const textOf = (page: Page): Locator =>
  page.getByRole("textbox", { name: t(($) => $.messages.text), exact: true });

/** Opens the thread from another page. Tests that share a program each have their own endpoint. */
export async function openThread(page: Page, endpoint: number): Promise<void> {
  await goTo(page, "/messages");
  await goTo(page, threadOf(endpoint));
  await textOf(page).waitFor();
}

/** The send button, with any number of segments. */
export const sendButton = (page: Page): Locator =>
  page.getByRole("button", { name: new RegExp(`^${RegExp.escape(t(($) => $.messages.composer.send))}`) });

export const sender = (page: Page): Locator => page.getByLabel(t(($) => $.messages.composer.sender)).first();
