import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";

/** Closes the popover on navigation. One opened before hydration stays open. */
export function useClosedOnLeaving(popover: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const { current } = popover;
    return () => {
      if (current?.matches(":popover-open")) current.hidePopover();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with the path the page changes
  }, [pathname]);
}
