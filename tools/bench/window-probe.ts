/** The part of the window benchmark inside the page: waits for rows, and measures frames while a list scrolls. */
import type { Page } from "playwright-core";

/** A list that never loads must end the measurement. */
const timeoutMs = 30_000;

/** Text of the first visible row, or undefined while there is none. */
const firstRow = `(() => {
  const rows = [...document.querySelectorAll('[role="grid"] [role="row"][aria-rowindex]')].filter((row) => row.getAttribute("aria-rowindex") !== "1");
  rows.sort((a, b) => Number(a.getAttribute("aria-rowindex")) - Number(b.getAttribute("aria-rowindex")));
  return rows.map((row) => row.textContent ?? "").find((text) => text.trim() !== "");
})()`;

/** Milliseconds from the start of the page load until rows are visible. */
export async function firstRowsMs(page: Page): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("No rows came.")), ${timeoutMs});
    const look = () => {
      if (${firstRow} === undefined) requestAnimationFrame(look);
      // The frame after the one that has them: by then they are painted.
      else requestAnimationFrame(() => resolve(performance.now()));
    };
    look();
  })`);
}

/**
 * Types `text` into the filter, which is empty and has focus, and waits until the first row matches `expected`.
 * Milliseconds from the last input event to the painted frame.
 */
export async function filterMs(page: Page, text: string, expected: string): Promise<number> {
  // Two steps: the page has to listen before the input.
  await page.evaluate(`(() => {
    const expected = new RegExp(${JSON.stringify(expected)}, "i");
    let typedAt;
    document.addEventListener("input", () => { typedAt = performance.now(); }, { capture: true, once: true });
    window.benchTyped = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("No rows came for " + ${JSON.stringify(text)})), ${timeoutMs});
      const look = () => {
        if (typedAt !== undefined && expected.test(${firstRow} ?? "")) requestAnimationFrame(() => resolve(performance.now() - typedAt));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  })()`);
  await page.keyboard.insertText(text);
  return await page.evaluate<number>("window.benchTyped");
}

/** Milliseconds from following a link until another page is painted. */
export async function visitMs(page: Page, address: string): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("No page came.")), ${timeoutMs});
    const pane = document.querySelector('[data-pane="page"]');
    const before = pane.firstElementChild;
    const startedAt = performance.now();
    const look = () => {
      const now = pane.firstElementChild;
      if (now === null || now === before || now.textContent === "") requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - startedAt));
    };
    location.hash = ${JSON.stringify(address)};
    look();
  })`);
}

/** Presses a key at the focus. Milliseconds from the event to the frame after the following one. */
export async function inputToPaintMs(page: Page, key: string): Promise<number> {
  await page.evaluate(`(() => {
    window.benchPainted = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("The key was never heard.")), ${timeoutMs});
      // The event's own time: what waits before the page hears it counts too.
      const hear = ({ timeStamp }) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)));
      document.addEventListener("keydown", hear, { capture: true, once: true });
    });
  })()`);
  await page.keyboard.press(key);
  return await page.evaluate<number>("window.benchPainted");
}

/** Milliseconds between frames from now until `stop` is called. */
export async function watchFrames(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(`(() => {
    const frames = { running: true, gaps: [] };
    window.benchFrames = frames;
    let before = performance.now();
    const next = (now) => { frames.gaps.push(now - before); before = now; if (frames.running) requestAnimationFrame(next); };
    requestAnimationFrame((now) => { before = now; requestAnimationFrame(next); });
  })()`);
  return async () =>
    await page.evaluate<number[]>(`(() => { window.benchFrames.running = false; return window.benchFrames.gaps; })()`);
}

/** Bytes of live JavaScript objects, after a collection. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}
