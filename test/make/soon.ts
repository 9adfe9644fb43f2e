/** Options of `vi.waitUntil`: short interval, and a timeout long enough for a busy computer. */
export const soon = { interval: 5, timeout: 60_000 };
