import { data, href, Link, redirect, Form } from "react-router";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import {
  addQuarters,
  quarterInWords,
  quarterOf,
  readQuarter,
  spanOf,
} from "#app/features/invoices/quarter.ts";
import {
  firstQuarter,
  getFigures,
  getLodged,
  markLodged,
} from "#app/features/invoices/quarter.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import { melbourneDay, type Day } from "#app/values/calendar.ts";
import { currentAdministrator, currentOwner } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { QuarterSums, QuarterReceipts, QuarterSales } from "./parts.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Money" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const quarter = readQuarter(params.quarter);
  if (!quarter) throw data("There is no such quarter.", 404);
  return load("Failed to load this quarter.", async () => {
    const figures = await getFigures(getDb(), by, spanOf(quarter));
    const first = await firstQuarter(getDb(), by);
    const today = melbourneDay(new Date());
    const current = quarterOf(today);
    const previous = first && first < quarter ? addQuarters(quarter, -1) : null;
    const lodgedAt = (await getLodged(getDb())).get(quarter) ?? null;
    const { gstBasis } = await getBusinessDetails(getDb());
    const before = previous ? await getFigures(getDb(), by, spanOf(previous)) : null;
    return {
      quarter,
      figures,
      before: before && { issued: before.issued, received: before.received },
      lodgedOn: lodgedAt && melbourneDay(lodgedAt),
      gstBasis,
      soFar: quarter === current ? today : null,
      previous,
      next: quarter < current ? addQuarters(quarter, 1) : null,
    };
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const quarter = readQuarter(params.quarter);
  if (!quarter) throw data("There is no such quarter.", 404);
  const isLodged = (await readForm(request)).get("lodged") === "yes";
  const { ok } = await markLodged(getDb(), currentOwner(context), { quarter, isLodged });
  if (!ok) throw data("A quarter can be lodged once it has ended.", 409);
  return redirect(pageOf(quarter));
}

const pageOf = (quarter: string) => href("/admin/money/quarter/:quarter", { quarter });

export default function QuarterPage({
  loaderData: { quarter, figures, before, soFar, previous, next, lodgedOn, gstBasis },
}: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
        <div>
          <BackLink to={href("/admin/money")}>Back to Money</BackLink>
          <h1 className="display-3">{quarterInWords(quarter)}</h1>
          {soFar && (
            <p className="mt-1 text-soft">
              So far, to <OnDay day={soFar} />
            </p>
          )}
        </div>
        <nav aria-label="Quarters" className="no-print flex gap-6 empty:hidden">
          {previous && (
            <Link to={pageOf(previous)} className="link tall" rel="prev">
              <span aria-hidden="true">← </span>Previous quarter
            </Link>
          )}
          {next && (
            <Link to={pageOf(next)} className="link tall" rel="next">
              Next quarter<span aria-hidden="true"> →</span>
            </Link>
          )}
        </nav>
      </header>
      <QuarterSums figures={figures} before={before} isRunning={soFar !== null} basis={gstBasis} />
      {!soFar && <LodgedForm lodgedOn={lodgedOn} />}
      <QuarterSales quarter={quarter} figures={figures} />
      <QuarterReceipts quarter={quarter} figures={figures} />
    </div>
  );
}

function LodgedForm({ lodgedOn }: { lodgedOn: Day | null }) {
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
