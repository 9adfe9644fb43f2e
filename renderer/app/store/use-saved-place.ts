/** The position in a list, preserved while its page is closed; another query starts at the top. */
import type { ListPlace } from "../../lib/list-place.ts";
import { useFleetdesk } from "./store.ts";

const top: ListPlace = { offset: 0, active: 0 };

export interface SavedPlace {
  readonly place: ListPlace;
  readonly onPlace: (place: ListPlace) => void;
}

/** `query` identifies the rows, including their connection where they belong to one. */
export function useSavedPlace(
  list: "audit" | "campaigns" | "changes" | "events" | "messages" | "quota-changes",
  query: string,
): SavedPlace {
  const place = useFleetdesk(({ listPlaces: { [list]: saved } }) => (saved?.query === query ? saved.place : top));
  const save = useFleetdesk((state) => state.saveListPlace);
  return { place, onPlace: (next) => save(list, query, next) };
}
