import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";

export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isDirty]);
  useEffect(() => {
    if (blocker.state === "blocked") dialog.current?.showModal();
    else dialog.current?.close();
  }, [blocker.state]);
  return (
    <dialog
      ref={dialog}
      aria-label="Leave without saving?"
      className="m-auto w-[min(30rem,100vw-2rem)] rounded-sm border border-line bg-surface p-6"
      onClose={() => blocker.state === "blocked" && blocker.reset()}
    >
      <h2 className="display-3">Leave without saving?</h2>
      <p className="mt-3">What you changed on this page isn't saved yet.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="button" onClick={() => blocker.reset?.()}>
          Stay here
        </button>
        <button type="button" className="button quiet" onClick={() => blocker.proceed?.()}>
          Leave
        </button>
      </div>
    </dialog>
  );
}
