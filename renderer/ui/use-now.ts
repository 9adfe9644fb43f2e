/** The current time for texts such as "5 min ago", updated periodically. */
import { useEffect, useState } from "react";

/** Epoch milliseconds, updated every `everyMs` while the window is visible. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);
  return now;
}
