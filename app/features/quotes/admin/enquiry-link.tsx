import { href, Link } from "react-router";
import { useToday } from "#app/ui/admin/when.tsx";
import { melbourneDay, shortDay } from "#app/values/calendar.ts";

export function EnquiryLink({ enquiry }: { enquiry: { id: string; createdAt: Date } }) {
  const today = useToday();
  return (
    <Link
      to={`${href("/admin/inbox/:id", { id: enquiry.id })}?show=all`}
      className="link"
      suppressHydrationWarning
    >
      From an enquiry of {shortDay(melbourneDay(enquiry.createdAt), today)}
    </Link>
  );
}
