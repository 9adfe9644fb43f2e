/** Focuses the first invalid field of a form when its errors change; undefined while there are none to correct. */
import { type RefObject, useEffect, useRef } from "react";

export function useFirstErrorFocus(errors: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  return form;
}
