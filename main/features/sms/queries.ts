/** The query module of single messages: what the store's thread runs for this feature. */
import * as ledger from "./queries-ledger.ts";
import * as lists from "./queries-lists.ts";

export const smsQueries = {
  keepList: lists.keepList,
  threadOf: lists.threadOf,
  cachedMessages: lists.cachedMessages,
  forgetLists: lists.forgetLists,
  ledgerOfEndpoint: ledger.ledgerOfEndpoint,
  senders: ledger.senders,
};
