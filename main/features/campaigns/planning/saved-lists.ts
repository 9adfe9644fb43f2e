/** Lists saved with a draft: the pasted or dropped text, and its analysis. */
import { codedText } from "#shared/texts/coded-text.ts";
import { identifierSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { drafts, SavedList } from "#shared/contract/campaigns/drafts.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { z } from "zod";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { ListRow } from "../ledger/queries-sources.ts";
import { openCsvText } from "./csv-rows.ts";
import { likelyColumnOf } from "./table-column.ts";

type Mine = Pick<Handlers<typeof drafts>, "saveList" | "getList">;

const aboutSchema = z.object({
  columns: z.array(z.string()),
  rows: z.number().int(),
  head: z.array(z.array(z.string())),
  column: z.string().optional(),
  by: identifierSchema.optional(),
});

/** Number of rows in the excerpt to show. */
const headRows = 20;

export function createSavedLists({ store, clock }: Pick<CampaignDeps, "store" | "clock">): Mine {
  return {
    async saveList({ name, text }, { signal }) {
      const about = await examine(name, text, signal);
      const id = await store.saveList({ name, text, about: JSON.stringify(about), now: clock.now() });
      return { id, name, ...about, createdAt: clock.now() };
    },
    async getList({ id }) {
      const row = await store.readList(id);
      if (row === undefined) throw new AppError("list-unknown", codedText("list-gone", { list: id }));
      return toSavedList(row);
    },
  };
}

async function examine(name: string, text: string, signal: AbortSignal): Promise<z.output<typeof aboutSchema>> {
  const table = await openCsvText(name, text, signal);
  const head: string[][] = [];
  let rows = 0;
  let identification: ReturnType<typeof likelyColumnOf>;
  for await (const batch of table.batches()) {
    throwIfStopped(signal);
    if (rows === 0) {
      identification = likelyColumnOf(
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
    ...(identification === undefined ? {} : { column: identification.name, by: identification.by }),
  };
}

function toSavedList({ id, name, about, createdAt }: ListRow): SavedList {
  return { id, name, ...aboutSchema.parse(JSON.parse(about)), createdAt };
}
