import { Fragment } from "react";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { TickLine } from "#app/ui/admin/tick-line.tsx";
import { When } from "#app/ui/admin/when.tsx";
import type { SeriesDates } from "./form-state.ts";

type Props = {
  series: SeriesDates | undefined;
  values: Readonly<Record<string, string>>;
  busy: boolean;
};

export function SeriesDatesQuestion({ series, values, busy }: Props) {
  if (!series) return null;
  const { dates, isChanged } = series;
  const taken = dates.filter(({ overlaps }) => overlaps.says.length > 0);
  const offered = dates.map(({ startsAt }) => startsAt.toISOString()).join(" ");
  const isSeen = values.offered === offered;
  const ticked = values.starts?.split("\n") ?? [];
  return (
    <FormMessage ok={taken.length === 0 && !isChanged}>
      <p className="font-semibold">{headingFor(dates.length, taken.length, isChanged)}</p>
      <ul className="mb-3" id="starts">
        {dates.map(({ startsAt, overlaps, instead }) => {
          const value = startsAt.toISOString();
          const other = instead && `${value}>${instead.toISOString()}`;
          return (
            <Fragment key={value}>
              <TickLine
                name="starts"
                value={value}
                defaultChecked={isSeen ? ticked.includes(value) : overlaps.says.length === 0}
              >
                <When at={startsAt} />
                {overlaps.says.map((overlap) => (
                  <span key={overlap} className="block text-base">
                    {overlap}
                  </span>
                ))}
              </TickLine>
              {other && (
                <TickLine name="starts" value={other} defaultChecked={ticked.includes(other)}>
                  Instead the next free time, <When at={instead} />
                </TickLine>
              )}
            </Fragment>
          );
        })}
      </ul>
      <input type="hidden" name="offered" value={offered} />
      <input
        type="hidden"
        name="taken"
        value={taken.flatMap(({ overlaps }) => overlaps.keys).join(" ")}
      />
      <button type="submit" disabled={busy} className="button">
        Add Those Ticked
      </button>
    </FormMessage>
  );
}

function headingFor(dates: number, taken: number, isChanged: boolean): string {
  if (isChanged) return "Something else is in the way now. Look at the dates once more:";
  if (taken === 0) return `${dates === 1 ? "The date is" : `All ${dates} dates are`} free:`;
  const have = taken === 1 ? "has" : "have";
  return `${taken} of ${dates} dates ${have} something in the way. Tick one to put it there all the same:`;
}
