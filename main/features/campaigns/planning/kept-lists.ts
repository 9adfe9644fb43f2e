/** Lists that are kept with a draft: what was pasted or dropped, and what it turned out to be. */
import { codedText } from "#shared/texts/coded-text.ts";
import { identifierSchema } from "#contract/campaign-words.ts";
import type { drafts, KeptList } from "#contract/drafts.ts";
import type { Handlers } from "#contract/kit.ts";
import { z } from "zod";
import { AppError } from "../../../failure.ts";
import { throwIfStopped } from "../../../wait.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { ListRow } from "../ledger/queries-sources.ts";
import { openCsvText } from "./csv-rows.ts";
import { likelyColumnOf } from "./table-column.ts";

type Mine = Pick<Handlers<typeof drafts>, "keepList" | "getList">;

const aboutSchema = z.object({
  columns: z.array(z.string()),
  rows: z.number().int(),
  head: z.array(z.array(z.string())),
  column: z.string().optional(),
  by: identifierSchema.optional(),
});

/** First rows that are shown. */
const headRows = 20;

export function createKeptLists({ store, clock }: Pick<CampaignDeps, "store" | "clock">): Mine {
  return {
    async keepList({ name, text }, { signal }) {
      const about = await examine(name, text, signal);
      const id = await store.keepList({ name, text, about: JSON.stringify(about), now: clock.now() });
      return { id, name, ...about, createdAt: clock.now() };
    },
    async getList({ id }) {
      const row = await store.readList(id);
      if (row === undefined) throw new AppError("list-unknown", codedText("list-gone", { list: id }));
      return shown(row);
    },
  };
}

async function examine(name: string, text: string, signal: AbortSignal): Promise<z.output<typeof aboutSchema>> {
  const table = await openCsvText(name, text, signal);
  const head: string[][] = [];
  let rows = 0;
  let found: ReturnType<typeof likelyColumnOf>;
  for await (const batch of table.batches()) {
    throwIfStopped(signal);
    if (rows === 0) {
      found = likelyColumnOf(
        table,
        batch.map(({ values }) => values),
      );
    }
    for (const { values } of batch) if (head.length < headRows) head.push([...values]);
    rows += batch.length;
  }
  return {
    columns: [...table.columns],
    rows,
    head,
    ...(found === undefined ? {} : { column: found.name, by: found.by }),
  };
}

function shown({ id, name, about, createdAt }: ListRow): KeptList {
  return { id, name, ...aboutSchema.parse(JSON.parse(about)), createdAt };
}
