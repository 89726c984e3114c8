import { Outlet } from "react-router";
import { plainDocument } from "#app/document/plain-document.ts";
import { Essentials } from "#app/routes/site/footer.tsx";
import { Brand } from "#app/ui/brand.tsx";
import type { Route } from "./+types/layout";

export const handle = plainDocument;

/** In a frame, the page around it shows the brand and the session's name. */
export function loader({ request }: Route.LoaderArgs) {
  return { isFramed: request.headers.get("Sec-Fetch-Dest") === "iframe" };
}

export default function BookLayout({ loaderData: { isFramed } }: Route.ComponentProps) {
  return (
    <div className="flex min-h-svh flex-col">
      {!isFramed && (
        <header className="border-b border-line">
          <div className="wrap flex h-18 max-w-3xl! items-center">
            <Brand size="compact" />
          </div>
        </header>
      )}
      <Outlet context={isFramed} />
      {!isFramed && (
        <footer className="mt-auto border-t border-line bg-raised text-base">
          <Essentials narrow />
        </footer>
      )}
    </div>
  );
}
