/** The fleet cache's queries; they run in the store's thread. */
export const fleetQueries = {};
