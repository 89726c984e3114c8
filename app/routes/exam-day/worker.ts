import { href } from "react-router";
import worker from "#app/document/exam-day-worker.ts?script";

export function loader() {
  return new Response(worker, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-store",
      "Service-Worker-Allowed": href("/admin/today"),
      // For what the worker itself asks.
      "Content-Security-Policy":
        "default-src 'none'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    },
  });
}
