import { Outlet } from "react-router";
import { Brand } from "#app/ui/brand.tsx";
import type { Route } from "./+types/layout";

/** In the frame of a booking page that page has the brand. */
export function loader({ request }: Route.LoaderArgs) {
  return { isFramed: request.headers.get("Sec-Fetch-Dest") === "iframe" };
}

export default function AppointmentLayout({ loaderData: { isFramed } }: Route.ComponentProps) {
  return (
    <>
      {!isFramed && (
        <header className="wrap max-w-3xl! py-5">
          <Brand compact />
        </header>
      )}
      <Outlet />
    </>
  );
}
