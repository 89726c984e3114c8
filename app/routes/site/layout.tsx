import { Outlet } from "react-router";
import { SiteFooter } from "./footer.tsx";
import { SiteHeader } from "./header.tsx";
import { ScrollToTop } from "./scroll-to-top.tsx";

export default function SiteLayout() {
  return (
    <div className="choices flex min-h-svh flex-col">
      <a
        href="#content"
        className={
          "sr-only focus:not-sr-only focus:absolute focus:left-4 focus:top-4 " +
          "focus:z-50 focus:bg-surface focus:p-3"
        }
      >
        Skip to content
      </a>
      <SiteHeader />
      <div id="content" tabIndex={-1} className="pb-12 outline-none">
        <Outlet />
      </div>
      <SiteFooter />
      <ScrollToTop />
    </div>
  );
}
