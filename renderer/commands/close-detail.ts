import type { Command } from "./command.ts";

export const closeDetail: Command = {
  id: "close-detail",
  title: "Close the detail",
  group: "View",
  enabled: ({ address }) => address.query["open"] !== undefined,
  run: ({ refine }) => refine({ open: undefined, tab: undefined }),
};
