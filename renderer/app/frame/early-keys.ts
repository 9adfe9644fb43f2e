/** Buffers keys pressed while the palette opens: its code may still be loading, and its input gets focus a moment later. */
import { useEffect } from "react";
import { useFleetdesk } from "../store/store.ts";

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** The query after a key that no input received; undefined for a key that inserts no character. */
export function withEarlyKey(query: string, { key, ctrlKey, metaKey, altKey }: Key): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === "Backspace") return query.slice(0, -1);
  // Keys that insert no character have names of several letters.
  return key.length === 1 ? query + key : undefined;
}

export function useEarlyKeys(): void {
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      const { overlay, paletteQuery, typePalette } = useFleetdesk.getState();
      const selector = "[data-palette] :is(input, button)";
      const field = event.target instanceof Element ? event.target.closest(selector) : null;
      if (overlay !== "palette" || field !== null) return;
      const query = withEarlyKey(paletteQuery, event);
      if (query === undefined) return;
      // Prevents the page behind from handling the key: "/" or "j" would act there.
      event.preventDefault();
      event.stopPropagation();
      typePalette(query);
    };
    window.addEventListener("keydown", take, true);
    return () => window.removeEventListener("keydown", take, true);
  }, []);
}
