/** The present for texts such as "5 min ago": moves on by itself, seldom. */
import { useEffect, useState } from "react";

/** Epoch milliseconds, renewed every `everyMs` while somebody looks. */
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
