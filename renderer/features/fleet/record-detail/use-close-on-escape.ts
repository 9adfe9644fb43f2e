/** Escape returns to the record whose link was followed, else closes the detail; focus returns to the list. */
import { useCallback } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { focusList, useEscape } from "../../../ui/use-escape.ts";
import { stepTo } from "./trail-slice.ts";

/** Returns the handler of the close button. */
export function useCloseOnEscape(): () => void {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const clearTrail = useFleetdesk((state) => state.clearTrail);
  const close = useCallback(() => {
    clearTrail();
    setQuery({ open: undefined, tab: undefined });
    focusList();
  }, [clearTrail, setQuery]);
  const leave = useCallback(() => {
    const { trail, address } = useFleetdesk.getState();
    if (stepTo(trail, address.query["open"] ?? "") === undefined) close();
    else window.history.back();
  }, [close]);
  useEscape(leave);
  return close;
}
