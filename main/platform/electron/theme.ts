/** Native UI (menu, dialogs, title bar) follows the appearance that is selected in the window. */
import { nativeTheme } from "electron";
import type { Settings } from "#shared/contract/settings.ts";
import type { Call } from "../../core/ipc/router.ts";

/** Background of the page in `renderer/styles`, so that no white flashes before the first paint. */
const ground = { light: "#F7F8FA", dark: "#0F1318" };

export function groundColor(): string {
  return nativeTheme.shouldUseDarkColors ? ground.dark : ground.light;
}

/** Reads the setting now and whenever it has changed. */
export function followTheme(call: Call, onTopic: (listener: (topic: string) => void) => () => void): () => void {
  const follow = async (): Promise<void> => {
    const settings = await call("settings.get", {});
    if (settings.ok) nativeTheme.themeSource = (settings.value as Settings).theme;
  };
  void follow();
  return onTopic((topic) => {
    if (topic === "settings.changed") void follow();
  });
}
