import { useLayoutEffect, useRef } from "react";
import { type Cents, formatMoney } from "#app/values/money.ts";

const duration = 420;

/** Counts up or down to a new value, unless the reader prefers less motion. */
export function CountedAmount({ amount }: { amount: Cents }) {
  const place = useRef<HTMLSpanElement>(null);
  const shown = useRef(amount);
  useLayoutEffect(() => {
    const from = shown.current;
    const text = place.current!.firstChild!;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (from === amount || calm) {
      shown.current = amount;
      return undefined;
    }
    const region = place.current!.closest("[aria-live]");
    // Only the end of the count is read out.
    region?.setAttribute("aria-busy", "true");
    const start = performance.now();
    let frame = 0;
    const finish = () => {
      cancelAnimationFrame(frame);
      shown.current = amount;
      text.nodeValue = formatMoney(amount);
      region?.removeAttribute("aria-busy");
    };
    const count = () => {
      const part = (performance.now() - start) / duration;
      if (part >= 1) return finish();
      const eased = 1 - (1 - part) ** 3;
      shown.current = Math.round((from + (amount - from) * eased) / 100) * 100;
      text.nodeValue = formatMoney(shown.current);
      frame = requestAnimationFrame(count);
    };
    count();
    return () => {
      cancelAnimationFrame(frame);
      region?.removeAttribute("aria-busy");
    };
  }, [amount]);
  return <span ref={place}>{formatMoney(amount)}</span>;
}
