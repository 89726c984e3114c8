import { momentIn } from "#app/features/diary/public-wording.ts";

export function OtherTimes({
  starts,
  zone,
  urlOf,
}: {
  starts: readonly Date[];
  zone: string;
  urlOf: (start: Date) => string;
}) {
  if (starts.length === 0) return <p>Nothing else is free just now.</p>;
  return (
    <>
      <p>These are the next free times. What you've typed is kept.</p>
      {/* Enter presses a form's first button: this one prevents an accidental booking. */}
      <button type="submit" disabled hidden>
        Book
      </button>
      <ul className="mt-3 flex flex-col items-start gap-2">
        {starts.map((start) => (
          <li key={start.getTime()}>
            <button type="submit" className="button" formAction={`${urlOf(start)}#answer`}>
              Book {momentIn(zone, start)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
