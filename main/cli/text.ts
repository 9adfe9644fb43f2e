/** Texts of the command line: `t(($) => $.cli.quotas.set.summary)`; everything outside `$.cli` is shared with the window. */
import { cli } from "#shared/texts/en/cli/index.ts";
import { createCliTexts } from "#shared/texts/text.ts";

export const t = createCliTexts(cli);
