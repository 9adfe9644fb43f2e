/** Entry of the window. */
import { addTexts, formatText, t, textLanguage } from "#shared/texts/text.ts";
import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "./styles/mantine.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadRowActions } from "./app/actions/row-controls.tsx";
import { App } from "./app/app.tsx";
import { invalidateOnTopics } from "./data/invalidations.ts";
import { followTimeDisplay, loadSettings } from "./data/settings.ts";
import { failureOf } from "./lib/fleet.ts";
import { followConnection, rememberPlace, subscribe } from "./app/store/follow.ts";
import { useFleetdesk } from "./app/store/store.ts";

/**
 * Loads texts, actions, appearance and address first, to avoid layout shifts; then a page is rendered, when the
 * connections are loaded.
 */
async function begin(): Promise<void> {
  const { loadSyncs, loadQuotaWork, connectShell: meetShell } = useFleetdesk.getState();
  await Promise.all([
    import("#shared/texts/en/later.ts").then(addTexts),
    // Actions read texts when their modules are evaluated: only those of the first screen.
    import("./app/frame/shortcuts.tsx"),
    loadRowActions(),
    loadSettings(),
  ]);
  await meetShell();
  rememberPlace();
  useFleetdesk.setState({ isStarted: true });
  await Promise.all([loadSyncs(), loadQuotaWork()]);
}

invalidateOnTopics();
subscribe();
followTimeDisplay();
followConnection();
begin().catch((error: unknown) => {
  const title = t(($) => $.shell.startFailed);
  useFleetdesk.getState().notify({ title, text: formatText(failureOf(error).text), tone: "bad" });
});

document.documentElement.lang = textLanguage();
document.getElementById("floating")?.setAttribute(
  "aria-label",
  t(($) => $.shell.floating),
);

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
