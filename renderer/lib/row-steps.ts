/** Where a key leads in a list: arrows and j/k, pages, both ends. */

/** The row to go to; undefined for a key that moves nothing. `page` is how many rows are seen at once. */
export function stepFrom(key: string, active: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const to = targetOf(key, active, count, Math.max(1, page));
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to));
}

function targetOf(key: string, active: number, count: number, page: number): number | undefined {
  switch (key) {
    case "ArrowDown":
    case "j":
      return active + 1;
    case "ArrowUp":
    case "k":
      return active - 1;
    case "PageDown":
      return active + page;
    case "PageUp":
      return active - page;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
