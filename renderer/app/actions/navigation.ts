/** The pages that have an address of their own, the forms for new objects, and the actions that open them. */
import { t } from "#shared/texts/text.ts";
import {
  IconBell,
  IconBinoculars,
  IconGauge,
  IconGitCompare,
  IconHelp,
  IconHistory,
  IconLayoutDashboard,
  IconMessage,
  IconRipple,
  IconSend,
  IconSettings,
  IconSitemap,
  IconStethoscope,
  IconTemplate,
} from "@tabler/icons-react";
import { currentConnection } from "../../data/connection.ts";
import type { ActionIcon, AppAction } from "./action.ts";

export interface Destination {
  readonly id: string;
  readonly title: string;
  readonly icon: ActionIcon;
  readonly path: readonly string[];
  readonly keys?: string;
  /** The keys are also active while a text field has focus. */
  readonly whileTyping?: true;
  readonly keywords: string;
}

export const destinations: readonly Destination[] = [
  {
    id: "overview",
    title: t(($) => $.shell.pages.overview),
    icon: IconLayoutDashboard,
    path: ["overview"],
    keys: "mod+shift+O",
    keywords: t(($) => $.shell.commands.goToOverview.keywords),
  },
  {
    id: "fleet",
    title: t(($) => $.shell.pages.fleet),
    icon: IconBinoculars,
    path: ["fleet", "endpoint"],
    keys: "mod+1",
    keywords: t(($) => $.shell.commands.goToFleet.keywords),
  },
  {
    id: "changes",
    title: t(($) => $.shell.pages.changes),
    icon: IconGitCompare,
    path: ["changes"],
    keys: "mod+2",
    keywords: t(($) => $.shell.commands.goToChanges.keywords),
  },
  {
    id: "doctor",
    title: t(($) => $.shell.pages.identifierCheck),
    icon: IconStethoscope,
    path: ["doctor"],
    keys: "mod+3",
    keywords: t(($) => $.shell.commands.goToIdentifierCheck.keywords),
  },
  {
    id: "messages",
    title: t(($) => $.shell.pages.messages),
    icon: IconMessage,
    path: ["messages"],
    keys: "mod+4",
    keywords: t(($) => $.shell.commands.goToMessages.keywords),
  },
  {
    id: "templates",
    title: t(($) => $.shell.pages.templates),
    icon: IconTemplate,
    path: ["messages", "templates"],
    keywords: t(($) => $.shell.commands.goToTemplates.keywords),
  },
  {
    id: "campaigns",
    title: t(($) => $.shell.pages.campaigns),
    icon: IconSend,
    path: ["campaigns"],
    keys: "mod+5",
    keywords: t(($) => $.shell.commands.goToCampaigns.keywords),
  },
  {
    id: "events",
    title: t(($) => $.shell.pages.events),
    icon: IconBell,
    path: ["events"],
    keys: "mod+6",
    keywords: t(($) => $.shell.commands.goToEvents.keywords),
  },
  {
    id: "quotas",
    title: t(($) => $.shell.pages.quotas),
    icon: IconGauge,
    path: ["quotas"],
    keys: "mod+7",
    keywords: t(($) => $.shell.commands.goToQuotas.keywords),
  },
  {
    id: "network",
    title: t(($) => $.shell.pages.network),
    icon: IconSitemap,
    path: ["network"],
    keys: "mod+8",
    keywords: t(($) => $.shell.commands.goToNetwork.keywords),
  },
  {
    id: "streams",
    title: t(($) => $.shell.pages.streams),
    icon: IconRipple,
    path: ["streams"],
    keys: "mod+9",
    keywords: t(($) => $.shell.commands.goToStreams.keywords),
  },
  {
    id: "audit",
    title: t(($) => $.shell.pages.audit),
    icon: IconHistory,
    path: ["audit"],
    keys: "mod+0",
    keywords: t(($) => $.shell.commands.goToAudit.keywords),
  },
  {
    id: "help",
    title: t(($) => $.shell.pages.help),
    icon: IconHelp,
    path: ["help"],
    keys: "F1",
    whileTyping: true,
    keywords: t(($) => $.shell.commands.goToHelp.keywords),
  },
  {
    id: "settings",
    title: t(($) => $.shell.pages.settings),
    icon: IconSettings,
    path: ["settings"],
    keys: "mod+,",
    keywords: t(($) => $.shell.commands.goToSettings.keywords),
  },
];

const pageActions = destinations.map(({ id, path, ...rest }): AppAction => ({
  ...rest,
  id: `go-to-${id}`,
  changesNothing: true,
  group: id === "help" ? "help" : "navigation",
  run: ({ navigate }) => navigate({ path, query: {} }),
}));

export const navigationActions: readonly AppAction[] = [
  ...pageActions,
  {
    id: "go-back",
    changesNothing: true,
    title: t(($) => $.shell.commands.goBack.title),
    group: "navigation",
    keys: "alt+ArrowLeft",
    run: () => window.history.back(),
  },
  {
    id: "go-forward",
    changesNothing: true,
    title: t(($) => $.shell.commands.goForward.title),
    group: "navigation",
    keys: "alt+ArrowRight",
    run: () => window.history.forward(),
  },
];

export function withoutConnection(): string | undefined {
  return currentConnection() === undefined ? t(($) => $.shell.unavailable.noConnection) : undefined;
}

interface Form {
  readonly id: string;
  readonly title: string;
  readonly keywords: string;
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
}

function formAction({ path, query = {}, ...rest }: Form): AppAction {
  return {
    ...rest,
    changesNothing: true,
    group: "fleet",
    disabledReason: withoutConnection,
    run: ({ navigate }) => navigate({ path, query }),
  };
}

export const newDns = formAction({
  id: "new-dns",
  title: t(($) => $.shell.commands.createDns.title),
  keywords: t(($) => $.shell.commands.createDns.keywords),
  path: ["network"],
  query: { dns: "new" },
});
export const newProfile = formAction({
  id: "new-profile",
  title: t(($) => $.shell.commands.createProfile.title),
  keywords: t(($) => $.shell.commands.createProfile.keywords),
  path: ["network", "profiles"],
  query: { profile: "new" },
});
export const newStream = formAction({
  id: "new-stream",
  title: t(($) => $.shell.commands.createStream.title),
  keywords: t(($) => $.shell.commands.createStream.keywords),
  path: ["streams"],
  query: { stream: "new" },
});
export const newCallback = formAction({
  id: "new-callback",
  title: t(($) => $.shell.commands.createCallback.title),
  keywords: t(($) => $.shell.commands.createCallback.keywords),
  path: ["streams", "callbacks"],
  query: { callback: "new" },
});
export const newCampaign: AppAction = {
  ...formAction({
    id: "new-campaign",
    title: t(($) => $.shell.commands.createCampaign.title),
    keywords: t(($) => $.shell.commands.createCampaign.keywords),
    path: ["campaigns", "new"],
  }),
  group: "campaigns",
  keys: "c",
};
