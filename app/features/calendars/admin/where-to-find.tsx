const services: readonly [service: string, steps: string][] = [
  [
    "Google",
    "On a computer, open Settings in Google Calendar, choose your calendar on the left, and copy the " +
      "Secret address in iCal format.",
  ],
  [
    "Apple",
    "In Calendar on a Mac or at icloud.com, click the person icon beside the calendar, turn on Public " +
      "Calendar and copy the link. Anyone with that link can read the calendar.",
  ],
  [
    "Outlook",
    "At outlook.com, open Settings, Calendar, Shared calendars. Under Publish a calendar choose yours " +
      "and Can view when I'm busy, publish it and copy the ICS link.",
  ],
  [
    "Proton",
    "In Proton Calendar, open Settings, Calendars, choose yours, and under Share with anyone create a " +
      "link. Limited view is enough.",
  ],
];

export function WhereToFind() {
  return (
    <details>
      <summary className="link cursor-pointer py-2">Where do I find the address?</summary>
      <dl className="mt-2 flex flex-col gap-3 border-l-4 border-line pl-4">
        {services.map(([service, steps]) => (
          <div key={service}>
            <dt className="font-semibold">{service}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
