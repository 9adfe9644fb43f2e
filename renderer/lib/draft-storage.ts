/**
 * Half-written texts that outlive the page: kept by the browser engine beside the program's own data, on this computer only and not
 * encrypted. Keys begin with what is written and, except for templates, go on with the name of the connection: "sms/Acme/70001".
 */

const prefix = "fleetdesk/text/";
/** Texts that the engine does not store: they last as long as the window. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

/** Empty where nothing is kept. */
export function readTextDraft(key: string): string {
  try {
    return unstored.get(key) ?? window.localStorage.getItem(prefix + key) ?? "";
  } catch {
    return ""; // storage that is switched off keeps nothing
  }
}

/** An empty text is forgotten. False when it is kept for as long as the window only. */
export function saveTextDraft(key: string, text: string): boolean {
  unstored.delete(key);
  try {
    if (text === "") window.localStorage.removeItem(prefix + key);
    else window.localStorage.setItem(prefix + key, text);
    return true;
  } catch {
    if (text !== "") unstored.set(key, text);
    return false;
  } finally {
    for (const listener of listeners) listener();
  }
}

/** Calls the listener after each change that this window makes; returns the function that ends it. */
export function subscribeToTextDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A kept form: a field that is missing or of another type is as in the empty form. */
export function readForm<T extends object>(json: string, empty: T): T {
  try {
    const values = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const wrong = Object.entries(empty).filter(([field, value]) => typeof values[field] !== typeof value);
    return { ...empty, ...values, ...Object.fromEntries(wrong) };
  } catch {
    return empty;
  }
}

/** Empty for an empty form. */
export function writeForm<T extends object>(form: T, empty: T): string {
  const text = JSON.stringify({ ...empty, ...form });
  return text === JSON.stringify(empty) ? "" : text;
}

/** Drops every text but templates and those of these connections. */
export function pruneTextDrafts(connections: readonly string[]): void {
  const stays = (key: string): boolean => {
    if (key.startsWith("template/")) return true;
    const ofConnection = key.slice(key.indexOf("/") + 1);
    return connections.some((name) => ofConnection.startsWith(`${name}/`));
  };
  for (const key of unstored.keys()) if (!stays(key)) unstored.delete(key);
  try {
    const { localStorage } = window;
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    for (const key of keys.filter((one) => one.startsWith(prefix)))
      if (!stays(key.slice(prefix.length))) localStorage.removeItem(key);
  } catch {
    // storage that is switched off holds nothing
  }
}
