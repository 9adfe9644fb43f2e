/** The query module of single messages: the functions that the store's thread runs for this feature. */
import * as ledger from "./queries-ledger.ts";
import * as lists from "./queries-lists.ts";
import * as recent from "./queries-recent.ts";

export const smsQueries = {
  saveLists: lists.saveLists,
  threadOf: lists.threadOf,
  cachedMessages: lists.cachedMessages,
  deleteLists: lists.deleteLists,
  listedIds: lists.listedIds,
  pruneLists: lists.pruneLists,
  ledgerOfEndpoint: ledger.ledgerOfEndpoint,
  senders: ledger.senders,
  recentMessages: recent.recentMessages,
  readings: recent.readings,
};
