/**
 * An input whose text no state of the window ever holds: it is read when it is sent, and emptied when it was taken or its page is left.
 */
import { type RefCallback, useMemo, useRef } from "react";

export interface Secret {
  /** For the input's `ref`. */
  readonly attach: RefCallback<HTMLInputElement>;
  readonly read: () => string;
  readonly clear: () => void;
  readonly focus: () => void;
}

export function useSecret(): Secret {
  const input = useRef<HTMLInputElement | undefined>(undefined);
  return useMemo(() => {
    const clear = (): void => {
      if (input.current !== undefined) input.current.value = "";
    };
    return {
      attach: (element) => {
        input.current = element ?? undefined;
        return () => {
          clear();
          input.current = undefined;
        };
      },
      read: () => input.current?.value ?? "",
      clear,
      focus: () => input.current?.focus(),
    };
  }, []);
}

/** What every input of a secret has: nothing remembers it, corrects it or reads it out. */
export const secretInputProps = {
  autoComplete: "off",
  autoCapitalize: "off",
  autoCorrect: "off",
  spellCheck: false,
} as const;
