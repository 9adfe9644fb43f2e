/** Selects how the window is opened on this computer. */

export interface Machine {
  /** A window can be displayed. */
  readonly hasDisplay: boolean;
  /** Called only when needed: it may have to download. Undefined when it is not available. */
  readonly electron: () => Promise<string | undefined>;
  /** A Chromium of the system, which can show a window. */
  readonly chromium: () => string | undefined;
}

export type LaunchMode =
  | { readonly mode: "electron"; readonly binary: string }
  | { readonly mode: "chromium-shell"; readonly binary: string; readonly reason: string }
  | { readonly mode: "demo"; readonly reason: string };

/** Electron where it is available, else a visible Chromium, else the terminal; `reason` is a sentence. */
export async function selectLaunchMode({ hasDisplay, electron, chromium }: Machine): Promise<LaunchMode> {
  if (!hasDisplay) return { mode: "demo", reason: "No display was found to open a window on." };
  const binary = await electron();
  if (binary !== undefined) return { mode: "electron", binary };
  const browserPath = chromium();
  const missing = "Electron is not installed and cannot be downloaded";
  if (browserPath !== undefined)
    return { mode: "chromium-shell", binary: browserPath, reason: `${missing}; the window opens in ${browserPath}.` };
  return { mode: "demo", reason: `${missing}, and no Chromium is installed that could show a window.` };
}

/** Windows and macOS always have a display; elsewhere a variable names it. */
export function hasDisplay(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
): boolean {
  if (platform === "win32" || platform === "darwin") return true;
  return [variables["DISPLAY"], variables["WAYLAND_DISPLAY"]].some((name) => name !== undefined && name !== "");
}
