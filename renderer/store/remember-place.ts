/** The window opens where it was closed: the address is written down a moment after it has settled. */
import { formatAddress, parseAddress } from "../lib/address.ts";
import { useFleetdesk } from "./store.ts";

const saveDelayMs = 1000;

/** Goes where the window was the last time, unless it was opened for a place of its own; then follows it. */
export function rememberPlace(): void {
  const { settings, address, navigate } = useFleetdesk.getState();
  const last = settings?.lastAddress ?? "";
  if (window.location.hash === "" && last !== "") navigate(parseAddress(last), { replace: true });
  let written = formatAddress(address);
  let timer: number | undefined;
  useFleetdesk.subscribe(({ address: now, changeSettings }) => {
    const text = formatAddress(now);
    if (text === written) return;
    written = text;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void changeSettings({ lastAddress: text.slice(0, 4000) }), saveDelayMs);
  });
}
