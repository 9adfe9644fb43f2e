/** Entry of the window. */
import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { subscribe } from "./store/subscribe.ts";
import { useFleetdesk } from "./store/store.ts";

subscribe();
const { loadSettings, loadConnections, loadKeychain, loadPractice, loadWork, loadCopy, meetShell } =
  useFleetdesk.getState();
void Promise.all([
  loadSettings(),
  loadConnections(),
  loadKeychain(),
  loadPractice(),
  loadWork(),
  loadCopy(),
  meetShell(),
]);

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
