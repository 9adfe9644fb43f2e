/** The first page of any filter and sort on a large cache, through the router; counts and the overview separately. */
import { openBenchCore } from "./bench-core.ts";
import { answerJob } from "./child.ts";
import type { Figure, Report } from "./figures.ts";
import { needLarge, type Job } from "./job.ts";
import { pageFilters, pageQuestions, type PageQuestion } from "./page-questions.ts";
import { largest, median, percentile } from "./statistics.ts";

interface Timed extends PageQuestion {
  readonly ms: number;
}

const describeQuestion = ({ filter, sort }: PageQuestion): string =>
  `${filter === "" ? "all" : filter} by ${sort === "" ? "id" : sort}`;
const round = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);

function summary(name: string, timed: readonly Timed[]): Figure {
  const times = timed.map(({ ms }) => ms);
  const note = `p50 ${round(median(times))} ms, max ${round(largest(times))} ms, ${times.length} questions`;
  return { label: name, value: percentile(times, 0.95), unit: "ms", note };
}

function firstOfEachFilter(timed: readonly Timed[]): Timed[] {
  const seen = new Set<string>();
  return timed.filter(({ filter }) => !seen.has(filter) && seen.add(filter));
}

answerJob(async (job: Job): Promise<Report> => {
  const { dataDir, rows } = needLarge(job);
  await using core = await openBenchCore(dataDir, undefined);
  const time = async (question: PageQuestion, work: () => Promise<unknown>): Promise<Timed> => {
    const startedAt = performance.now();
    await work();
    return { ...question, ms: performance.now() - startedAt };
  };
  const page = (question: PageQuestion): Promise<Timed> =>
    time(question, () => core.client.fleet.list({ collection: "endpoint", ...question }));
  await page({ filter: "", sort: "" });
  const first: Timed[] = [];
  for (const question of pageQuestions(rows, job.seed)) first.push(await page(question));
  const again: Timed[] = [];
  for (const question of pageQuestions(rows, job.seed)) again.push(await page(question));
  const counts: Timed[] = [];
  for (const filter of pageFilters(rows)) {
    counts.push(await time({ filter, sort: "" }, () => core.client.fleet.count({ collection: "endpoint", filter })));
  }
  const today = new Date().setHours(0, 0, 0, 0);
  const overviewMs = async (): Promise<number> => {
    const before = process.cpuUsage();
    await core.client.overview.get({ today });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const [firstOverview, nextOverview] = [await overviewMs(), await overviewMs()];
  const slowest = first.toSorted((a, b) => b.ms - a.ms);
  const fresh = firstOfEachFilter(first);
  return {
    figures: [
      { ...summary("first page, p95", first), target: { atMost: 16 } },
      summary("… of a filter never asked before, p95", fresh),
      summary("… asked again, p95", again),
      summary("count, p95", counts),
      { label: "overview, processor time", value: firstOverview, unit: "ms" },
      { label: "… asked again", value: nextOverview, unit: "ms", target: { atMost: 250 } },
      ...slowest.slice(0, 10).map((one, index) => ({
        label: `slowest page ${index + 1}`,
        value: one.ms,
        unit: "ms",
        note: describeQuestion(one),
      })),
    ],
    details: {
      rows,
      slowest: slowest.slice(0, 300),
      fresh: fresh.toSorted((a, b) => b.ms - a.ms),
      counts: counts.toSorted((a, b) => b.ms - a.ms),
    },
  };
});
