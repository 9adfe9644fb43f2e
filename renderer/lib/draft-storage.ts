/**
 * Drafts that outlive the page: stored by the browser engine in local storage, separate from the program's data, on this computer
 * only and unencrypted. Keys start with the kind of draft and, except for templates, continue with the connection name:
 * "sms/Acme/70001".
 */

const prefix = "fleetdesk/text/";
/** Drafts that local storage rejects: they last as long as the window. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

/** Empty if there is none. */
export function readTextDraft(key: string): string {
  try {
    return unstored.get(key) ?? window.localStorage.getItem(prefix + key) ?? "";
  } catch {
    return ""; // local storage is disabled
  }
}

/** An empty text deletes the draft. Returns false if it is only stored until the window closes. */
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

/** Deletes the draft of a form that was submitted, or replaces it by `next`, unless it was edited since; returns whether it was unchanged. */
export function clearSubmittedDraft(key: string, submitted: string, next = ""): boolean {
  if (readTextDraft(key) !== submitted) return false;
  saveTextDraft(key, next);
  return true;
}

/** Calls the listener after each change made by this window; returns the unsubscribe function. */
export function subscribeToTextDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Parses a stored form; a missing field or one of another type gets its value in `empty`. */
export function readForm<T extends object>(json: string, empty: T): T {
  try {
    const values = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const wrong = Object.entries(empty).filter(([field, value]) => typeof values[field] !== typeof value);
    return { ...empty, ...values, ...Object.fromEntries(wrong) };
  } catch {
    return empty;
  }
}

/** Serialises a form; empty for an empty form. */
export function writeForm<T extends object>(form: T, empty: T): string {
  const text = JSON.stringify({ ...empty, ...form });
  return text === JSON.stringify(empty) ? "" : text;
}

/** Deletes every draft except templates and those of these connections. */
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
    // local storage is disabled
  }
}
