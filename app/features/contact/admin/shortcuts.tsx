import { CloseButton, Dialog, DialogButton } from "#app/ui/dialog.tsx";

export const shortcutsDialog = "inbox-shortcuts";

const shortcuts: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["j", "↓"], "Next message"],
  [["k", "↑"], "Previous message"],
  [["Enter"], "Open the message"],
  [["r"], "Reply"],
  [["q"], "Create quote"],
  [["e"], "Archive"],
  [["u"], "Back to the list"],
  [["?"], "Show these keys"],
];

const dialogClass = "m-auto w-[min(26rem,100vw-2rem)] rounded-sm border border-line bg-surface p-6";

/** They need scripts, so without scripts there is nothing to show. */
export function Shortcuts() {
  return (
    <>
      <p className="mt-4 hidden text-base [@media(scripting:enabled)]:lg:block">
        <DialogButton opens={shortcutsDialog} className="link cursor-pointer">
          Keyboard shortcuts
        </DialogButton>
      </p>
      <Dialog id={shortcutsDialog} label="Keyboard shortcuts" className={dialogClass}>
        <div className="mb-3 flex items-center justify-between">
          <h2 className="display-3">Keyboard shortcuts</h2>
          <CloseButton closes={shortcutsDialog}>
            <span className="sr-only">Close</span>
            <span aria-hidden="true">×</span>
          </CloseButton>
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {shortcuts.map(([keys, does]) => (
            <div key={does} className="contents">
              <dt className="flex gap-2">
                {keys.map((key) => (
                  <kbd key={key} className="rounded-sm border border-edge px-2 text-base">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-base text-soft">
          They work while the focus is in the list or the message, and never while you type.
        </p>
      </Dialog>
    </>
  );
}
