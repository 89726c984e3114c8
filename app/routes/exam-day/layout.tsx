import { useEffect } from "react";
import { Outlet } from "react-router";
import { plainDocument } from "#app/document/plain-document.ts";
import { adminGate } from "#app/routes/admin/gate.server.ts";
import type { Route } from "./+types/layout";

export { ErrorBoundary } from "#app/routes/admin/layout/route.tsx";

/* Loads no scripts, so that the page is whole once a phone has kept it. */
export const handle = plainDocument;

export const middleware: Route.MiddlewareFunction[] = [adminGate];

// With a loader here, requests for data pass the gate too.
export const loader = () => null;

export default function ExamDayLayout() {
  // React leads here after the login: as a document the page has its own script and policy.
  useEffect(() => location.reload(), []);
  return <Outlet />;
}
