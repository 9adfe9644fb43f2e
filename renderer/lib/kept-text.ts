/** Half-written texts that outlive the page: kept by the browser engine beside the program's own data, on this computer only. */

const prefix = "fleetdesk/text/";

/** Empty where nothing is kept. */
export function keptText(key: string): string {
  try {
    return window.localStorage.getItem(prefix + key) ?? "";
  } catch {
    return ""; // storage that is switched off keeps nothing
  }
}

/** An empty text is forgotten. False when it could not be kept. */
export function keepText(key: string, text: string): boolean {
  try {
    if (text === "") window.localStorage.removeItem(prefix + key);
    else window.localStorage.setItem(prefix + key, text);
    return true;
  } catch {
    return false;
  }
}
