/** The sections of the settings: where they live and what they are called. Features bring theirs without knowing each other. */
import { type ComponentType, lazy, type LazyExoticComponent } from "react";

export interface SettingsSection {
  /** Second segment of its address. */
  readonly id: string;
  readonly title: string;
  readonly section: LazyExoticComponent<ComponentType>;
}

export const settingsSections: readonly SettingsSection[] = [
  {
    id: "connections",
    title: "Connections",
    section: lazy(async () => ({
      default: (await import("./features/connections/connections-section.tsx")).ConnectionsSection,
    })),
  },
  {
    id: "looks",
    title: "Looks and sync",
    section: lazy(async () => ({ default: (await import("./features/settings/looks-section.tsx")).LooksSection })),
  },
  {
    id: "keychain",
    title: "Keychain",
    section: lazy(async () => ({
      default: (await import("./features/connections/keychain-section.tsx")).KeychainSection,
    })),
  },
  {
    id: "about",
    title: "About",
    section: lazy(async () => ({ default: (await import("./features/settings/about-section.tsx")).AboutSection })),
  },
];
