/** Which columns are shown, in which order, how wide, and which stay at the edge. Pure changes of that list. */

/** As the settings and saved views keep it. */
export interface ColumnPlace {
  readonly field: string;
  readonly width?: number | undefined;
  readonly pinned?: boolean | undefined;
}

export type ColumnLayout = readonly ColumnPlace[];

export const narrowestColumn = 48;
const widestColumn = 1200;

/** What can be shown of a kept layout: columns that are no more are left out, and a layout without any is the usual one. */
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

/** Shows a column behind the others, or takes it away; the last one stays. */
export function withVisibility(layout: ColumnLayout, field: string, visible: boolean): ColumnLayout {
  const has = layout.some((place) => place.field === field);
  if (has === visible) return layout;
  if (visible) return [...layout, { field }];
  return layout.length === 1 ? layout : layout.filter((place) => place.field !== field);
}

/** Moves a column before another one, or behind all when `before` is undefined; pinned ones stay in front. */
export function withMoved(layout: ColumnLayout, field: string, before: string | undefined): ColumnLayout {
  const moving = layout.find((place) => place.field === field);
  if (moving === undefined || field === before) return layout;
  const rest = layout.filter((place) => place.field !== field);
  const at = before === undefined ? -1 : rest.findIndex((place) => place.field === before);
  const index = at < 0 ? rest.length : at;
  return pinnedFirst([...rest.slice(0, index), moving, ...rest.slice(index)]);
}

/** One place to the left (-1) or to the right (1). */
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
