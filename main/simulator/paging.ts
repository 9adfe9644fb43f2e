/** Paging of lists: the records of a page and its headers, oddities included. */
import type { Oddities } from "./options.ts";

export interface PageLimits {
  readonly byDefault: number;
  readonly maximum: number;
}

export interface PageWindow {
  readonly offset: number;
  readonly count: number;
}

export interface PagePlan extends PageWindow {
  readonly headers: readonly (readonly [string, string])[];
}

interface PageFacts {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly requestedPerPage: number;
}

/** `url` is the absolute address of the request; the parameters are read from it, `total` is the number of matching records. */
export function planPage(url: URL, total: number, limits: PageLimits, oddities: Oddities): PagePlan {
  const byDefault = oddities.perPageDefault ?? limits.byDefault;
  const perPageParam = wholeNumber(url.searchParams.get("per_page"));
  const requestedPerPage = perPageParam < 1 ? byDefault : perPageParam;
  const perPage = Math.min(requestedPerPage, oddities.perPageMaximum ?? limits.maximum);
  const promised = Math.max(0, total + (oddities.lyingTotals ?? 0));
  const pages = Math.max(1, Math.ceil(promised / perPage));
  const lastFull = Math.max(1, Math.ceil(total / perPage));
  const requestedPage = Math.max(1, wholeNumber(url.searchParams.get("page")));
  const page = Math.min(requestedPage, pages);
  const facts: PageFacts = { page, pages, total: promised, requestedPerPage };
  const headers = oddities.noPagingHeaders === true ? [] : pageHeaders(url, facts, oddities);
  if (oddities.emptyBeyondLast === true && requestedPage > lastFull) return { offset: 0, count: 0, headers };
  const servedPage = Math.min(page, lastFull);
  const drift = (servedPage - 1) * (oddities.driftPerPage ?? 0);
  return { offset: Math.max(0, (servedPage - 1) * perPage + drift), count: perPage, headers };
}

function pageHeaders(url: URL, facts: PageFacts, oddities: Oddities): (readonly [string, string])[] {
  const { page, pages, total, requestedPerPage } = facts;
  const headers: [string, string][] = [
    ["X-Count-Per-Page", String(requestedPerPage)],
    ["X-Current-Page", String(page)],
    ["X-Sort", printable(url.searchParams.get("sort") ?? "id")],
  ];
  const q = url.searchParams.get("q");
  if (q !== null && q !== "") headers.push(["X-Filter", printable(q)]);
  if (oddities.noTotals !== true) headers.push(["X-Total-Count", String(total)], ["X-Total-Pages", String(pages)]);
  if (oddities.twinHeaders === true) {
    headers.push(
      ["X-Count", String(total)],
      ["X-Page", String(page)],
      ["X-Pages", String(pages)],
      ["X-Per-Page", String(requestedPerPage)],
    );
  }
  if (oddities.noLinkHeader !== true)
    headers.push(["Link", oddities.emptyLink === true ? "" : links(url, facts, oddities)]);
  return oddities.lowerCaseHeaders === true ? headers.map(([name, value]) => [name.toLowerCase(), value]) : headers;
}

function links(url: URL, { page, pages }: PageFacts, oddities: Oddities): string {
  const to = (target: number, rel: string): string => {
    const address = new URL(url);
    address.searchParams.set("page", String(target));
    return `<${address.href}>; rel="${rel}"`;
  };
  const entries = [to(1, "first")];
  if (page > 1) entries.push(to(page - 1, "prev"));
  if (page < pages || oddities.endlessNext === true) entries.push(to(page + 1, "next"));
  return [...entries, to(pages, "last")].join(", ");
}

/** 0 for anything that is not a number. */
function wholeNumber(text: string | null): number {
  const value = Math.trunc(Number(text ?? ""));
  return Number.isFinite(value) ? value : 0;
}

/** Header values contain visible ASCII only. */
function printable(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}
