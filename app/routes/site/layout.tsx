import { Outlet } from "react-router";
import { useEffect, useState } from "react";
import { ArrowUp } from "#app/ui/icons.gen.tsx";
import { motion } from "#app/ui/motion.ts";
import { SiteFooter } from "./footer.tsx";
import { SiteHeader } from "./header.tsx";

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

const thresholdInPixels = 300;

function ScrollToTop() {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const update = () => setVisible(scrollY > thresholdInPixels);
    update();
    addEventListener("scroll", update, { passive: true });
    return () => removeEventListener("scroll", update);
  }, []);
  if (!visible) return null;
  return (
    <button
      type="button"
      className={
        // Hidden while a field has the focus, so that it never covers the field.
        "[:has(form_:focus)_&]:hidden no-print fixed bottom-5 right-5 z-30 flex size-12 cursor-pointer " +
        "items-center justify-center rounded-full border border-edge bg-surface text-ink hover:text-accent"
      }
      onClick={() => scrollTo({ top: 0, behavior: motion() })}
    >
      <ArrowUp size={20} />
      <span className="sr-only">Scroll to top</span>
    </button>
  );
}
