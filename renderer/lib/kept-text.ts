/**
 * Half-written texts that outlive the page: kept by the browser engine beside the program's own data, on this computer only and not
 * encrypted. Keys begin with what is written; `sms` and `quota` go on with the name of the connection.
 */

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

/** Drops what was written to connections other than these; without any connection everything but templates, which belong to none. */
export function dropTextsOfOthers(connections: readonly string[]): void {
  const stays = (key: string): boolean => {
    if (!/^(sms|quota)\//.test(key)) return key.startsWith("template/") || connections.length > 0;
    return connections.some((name) => key.startsWith(`sms/${name}/`) || key.startsWith(`quota/${name}/`));
  };
  try {
    const { localStorage } = window;
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    for (const key of keys.filter((one) => one.startsWith(prefix)))
      if (!stays(key.slice(prefix.length))) localStorage.removeItem(key);
  } catch {
    // storage that is switched off holds nothing
  }
}
