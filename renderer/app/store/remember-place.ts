/** Restores the last address on start: the address is saved shortly after each navigation. */
import { changeSettings, currentSettings } from "../../data/settings.ts";
import { formatAddress, parseAddress } from "../../lib/address.ts";
import { useFleetdesk } from "./store.ts";

const saveDelayMs = 1000;

/** Navigates to the last address, unless the window was opened with one; then saves each change. */
export function rememberPlace(): void {
  const { address, navigate } = useFleetdesk.getState();
  const last = currentSettings()?.lastAddress ?? "";
  if (window.location.hash === "" && last !== "") navigate(parseAddress(last), { replace: true });
  let written = formatAddress(address);
  let timer: number | undefined;
  useFleetdesk.subscribe(({ address: now }) => {
    const text = formatAddress(now);
    if (text === written) return;
    written = text;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void changeSettings({ lastAddress: text.slice(0, 4000) }), saveDelayMs);
  });
}
