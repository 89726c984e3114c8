import { content } from "#app/content/content.ts";
import { formatPrice } from "#app/values/money.ts";

type PriceListProps = {
  heading: string;
  level?: "h2" | "h3";
  prices: readonly { label: string; price: string; note?: string }[];
};

export function PriceList({ heading, level: Heading = "h3", prices }: PriceListProps) {
  return (
    <div>
      <Heading className="display-3 mb-3">{heading}</Heading>
      <dl>
        {prices.map(({ label, price, note }, index) => (
          <div
            key={index}
            className="flex items-baseline justify-between gap-4 border-t border-line py-3"
          >
            <dt>
              {label}
              {note && <span className="block text-base text-soft">{note}</span>}
            </dt>
            <dd className="font-display text-2xl tabular-nums">{price}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export const pricesOfSessions = () =>
  content().prices.coachingSessions.map(({ minutes, price }) => ({
    label: `${minutes} min`,
    price: formatPrice(price),
  }));
