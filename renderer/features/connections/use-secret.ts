/** An input whose text never enters window state: it is read when it is sent, and cleared on success or when its page is left. */
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

/** Props of every secret input: no autocomplete, no correction, no screen reader output. */
export const secretInputProps = {
  autoComplete: "off",
  autoCapitalize: "off",
  autoCorrect: "off",
  spellCheck: false,
} as const;
