import { parseOpen } from "../lib/records.ts";
import type { Command } from "./command.ts";

export const writeSms: Command = {
  id: "write-sms",
  title: "Write an SMS to the open endpoint",
  group: "Fleet",
  words: "new message send text command device",
  enabled: ({ address }) => parseOpen(address.query["open"] ?? "")?.collection === "endpoint",
  run: ({ refine }) => refine({ tab: "messages" }),
};
