/** Visible columns, their order, widths and pins, with pure update functions. */

/** As stored in the settings and saved views. */
interface ColumnPlace {
  readonly field: string;
  readonly width?: number;
  readonly pinned?: boolean;
}

export type ColumnLayout = readonly ColumnPlace[];

export const narrowestColumn = 48;
const widestColumn = 1200;

/** Sanitises a stored layout: unknown columns are dropped, and an empty layout is replaced by the default. */
export function usableLayout(
  saved: ColumnLayout | undefined,
  available: ReadonlySet<string>,
  usual: ColumnLayout,
): ColumnLayout {
  const usable = (saved ?? []).filter(
    ({ field }, index, all) => available.has(field) && all.findIndex((other) => other.field === field) === index,
  );
  return usable.length === 0 ? usual : pinnedFirst(usable);
}

export function withWidth(layout: ColumnLayout, field: string, width: number): ColumnLayout {
  const bounded = Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)));
  return layout.map((place) => (place.field === field ? { ...place, width: bounded } : place));
}

export function withPin(layout: ColumnLayout, field: string, pinned: boolean): ColumnLayout {
  return pinnedFirst(layout.map((place) => (place.field === field ? { ...place, pinned } : place)));
}

/** Shows a column after the others, or hides it; the last visible column cannot be hidden. */
export function withVisibility(layout: ColumnLayout, field: string, visible: boolean): ColumnLayout {
  const has = layout.some((place) => place.field === field);
  if (has === visible) return layout;
  if (visible) return [...layout, { field }];
  return layout.length === 1 ? layout : layout.filter((place) => place.field !== field);
}

/** Moves a column before another one, or to the end if `before` is undefined; pinned columns stay in front. */
export function withMoved(layout: ColumnLayout, field: string, before: string | undefined): ColumnLayout {
  const moving = layout.find((place) => place.field === field);
  if (moving === undefined || field === before) return layout;
  const rest = layout.filter((place) => place.field !== field);
  const at = before === undefined ? -1 : rest.findIndex((place) => place.field === before);
  const index = at < 0 ? rest.length : at;
  return pinnedFirst([...rest.slice(0, index), moving, ...rest.slice(index)]);
}

/** Moves a column one position to the left (-1) or right (1). */
export function withStep(layout: ColumnLayout, field: string, step: -1 | 1): ColumnLayout {
  const index = layout.findIndex((place) => place.field === field);
  if (index < 0) return layout;
  return withMoved(layout, field, layout[step < 0 ? index - 1 : index + 2]?.field ?? (step < 0 ? field : undefined));
}

export function sameLayout(a: ColumnLayout, b: ColumnLayout): boolean {
  return (
    a.length === b.length &&
    a.every((place, index) => {
      const other = b[index];
      return (
        other !== undefined &&
        place.field === other.field &&
        place.width === other.width &&
        (place.pinned ?? false) === (other.pinned ?? false)
      );
    })
  );
}

function pinnedFirst(layout: ColumnLayout): ColumnLayout {
  return [...layout.filter(({ pinned }) => pinned === true), ...layout.filter(({ pinned }) => pinned !== true)];
}
