/** For `vi.waitUntil`: looks often, and for as long as a busy computer may take. */
export const soon = { interval: 5, timeout: 60_000 };
