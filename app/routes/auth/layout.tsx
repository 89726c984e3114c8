import { useEffect } from "react";
import { href, Link, Outlet, useNavigation } from "react-router";
import forgetExamDay from "#app/document/forget-exam-day.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { IntroLine } from "#app/ui/section.tsx";

export const headers = () => ({
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "same-origin",
});

export default function AuthLayout() {
  const { state, location } = useNavigation();
  useEffect(forgetExamDay, []);
  const entering = state === "loading" && location.pathname.startsWith(href("/admin"));
  return (
    <div className="choices grid min-h-dvh lg:grid-cols-[1.2fr_1fr]">
      <div className="mx-auto flex w-[min(100%-2.5rem,26rem)] flex-col gap-8 py-8 lg:pt-24">
        <header className="flex items-center justify-between gap-4 border-b border-line pb-6">
          <div className="*:min-h-11">
            <Brand size="compact" />
          </div>
          <Link to={href("/")} className="link tall">
            Back to Home
          </Link>
        </header>
        <Outlet />
        <p role="status" className="flex items-center gap-3 text-soft">
          {entering && (
            <>
              <Spinner />
              Loading session...
            </>
          )}
        </p>
      </div>
      <div
        className={
          "flex min-w-0 items-center p-16 max-lg:hidden " +
          "bg-[color-mix(in_srgb,var(--fill),#000_35%)]"
        }
      >
        <IntroLine />
      </div>
    </div>
  );
}
