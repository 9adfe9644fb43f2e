/** The sections of the settings: addresses and labels. Features add theirs without depending on each other. */
import { t } from "#shared/texts/text.ts";
import type { ComponentType } from "react";
import { loadable } from "../ui/loadable.ts";

export interface SettingsSection {
  /** Second segment of its address. */
  readonly id: string;
  readonly title: string;
  readonly section: ComponentType;
}

export const settingsSections: readonly SettingsSection[] = [
  {
    id: "connections",
    title: t(($) => $.shell.settingsSections.connections),
    section: loadable(async () => (await import("../features/connections/connections-section.tsx")).ConnectionsSection),
  },
  {
    id: "general",
    title: t(($) => $.shell.settingsSections.general),
    section: loadable(async () => (await import("../features/settings/appearance-section.tsx")).AppearanceSection),
  },
  {
    id: "keychain",
    title: t(($) => $.shell.settingsSections.keychain),
    section: loadable(async () => (await import("../features/connections/keychain-section.tsx")).KeychainSection),
  },
  {
    id: "data",
    title: t(($) => $.shell.settingsSections.data),
    section: loadable(async () => (await import("../features/settings/data-section.tsx")).DataSection),
  },
  {
    id: "diagnostics",
    title: t(($) => $.shell.settingsSections.diagnostics),
    section: loadable(async () => (await import("../features/settings/diagnostics-section.tsx")).DiagnosticsSection),
  },
  {
    id: "about",
    title: t(($) => $.shell.settingsSections.about),
    section: loadable(async () => (await import("../features/settings/about-section.tsx")).AboutSection),
  },
];
