import { Form } from "react-router";
import { OnDay } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";

export function LodgedForm({ lodgedOn }: { lodgedOn: Day | null }) {
  return (
    <Form method="post" className="no-print flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="max-w-prose text-soft">
        {lodgedOn ? (
          <>
            Marked as lodged <OnDay day={lodgedOn} />. Payments that you record or undo for it since
            then count in the quarter in which you do so.
          </>
        ) : (
          "Lodged your BAS? Mark it, and later changes count in a later quarter instead."
        )}
      </p>
      <button name="lodged" value={lodgedOn ? "no" : "yes"} className="button quiet">
        {lodgedOn ? "Not Lodged After All" : "Mark as Lodged"}
      </button>
    </Form>
  );
}
