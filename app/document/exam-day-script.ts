/* In the page of the exam day only: keeps what is pressed without a line, and sends it once there is one. */
export default function examDayScript(): void {
  const page = location.pathname.replace(/\/$/, "");
  const longest = 36 * 3_600_000;
  /** `sent`: the copy of the page that the phone keeps may not know it yet. */
  type Mark = { booking: string; kind: string; at: string; sent?: boolean };
  type Kept = { at?: number; left?: number };

  const main = () => document.querySelector<HTMLElement>("main[data-by]")!;
  // Somebody else's marks wait until they sign in again.
  const stored = () => `exam-day ${main().dataset.by}`;
  const read = (): Mark[] => JSON.parse(localStorage.getItem(stored()) ?? "[]") as Mark[];
  const write = (marks: readonly Mark[]) =>
    marks.length > 0
      ? localStorage.setItem(stored(), JSON.stringify(marks))
      : localStorage.removeItem(stored());
  const isSame = (one: Mark, other: Mark) =>
    one.booking === other.booking && one.kind === other.kind;
  const buttonOf = ({ booking, kind }: Mark) =>
    document.querySelector<HTMLButtonElement>(`[data-booking="${booking}"] [value="${kind}"]`);

  const show = () => {
    const marks = read();
    write(marks.filter((mark) => !mark.sent || buttonOf(mark)));
    for (const mark of marks) {
      const button = buttonOf(mark);
      if (!button) continue;
      button.closest("details")?.setAttribute("open", "");
      button.disabled = true;
      button.textContent = button.dataset.done! + (mark.sent ? "" : ", not sent yet");
    }
    const today = new Date().toLocaleDateString("en-CA", { timeZone: "Australia/Melbourne" });
    for (const day of document.querySelectorAll<HTMLElement>("section[data-day]"))
      if (day.dataset.day! <= today)
        for (const form of day.querySelectorAll("[data-marks]")) form.removeAttribute("hidden");
  };

  let sending = false;
  const send = async () => {
    if (sending) return;
    sending = true;
    let sent = false;
    for (const mark of read().filter((one) => !one.sent)) {
      const { booking, kind, at } = mark;
      const body = new URLSearchParams({ booking, kind, at });
      const options = { method: "POST", body, redirect: "manual" } as const;
      const answer = await fetch(`${page}/marks`, options).catch(() => null);
      const isSignedOut = answer?.type === "opaqueredirect";
      main().querySelector("[data-signed-out]")!.toggleAttribute("hidden", !isSignedOut);
      if (answer?.status !== 204 && answer?.status !== 404) break;
      const others = read().filter((one) => !isSame(one, mark));
      write(answer.status === 204 ? [...others, { ...mark, sent: true }] : others);
      sent = true;
    }
    sending = false;
    if (sent) location.reload();
  };

  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    const kind = (event.submitter as HTMLButtonElement | null)?.value;
    const { booking } = form.dataset;
    if (!booking || !kind) return;
    const mark = { booking, kind, at: new Date().toISOString() };
    try {
      write([...read().filter((one) => !isSame(one, mark)), mark]);
    } catch {
      // Storage is blocked: the browser sends the form itself.
      return;
    }
    event.preventDefault();
    show();
    void send();
  };

  const timeOf = (at: number) =>
    new Date(at).toLocaleString("en-AU", {
      timeZone: "Australia/Melbourne",
      weekday: "short",
      hour: "numeric",
      minute: "2-digit",
    });
  const sayKept = ({ at, left }: Kept) => {
    const hasMusic = document.querySelector("a[href*='/music.pdf']");
    const kept = at && `until ${timeOf(at + longest)}`;
    document.querySelector("[data-kept]")!.textContent = !kept
      ? "This device couldn't keep a copy."
      : left === undefined
        ? `No reception: this is the copy of ${timeOf(at)}, kept ${kept}.`
        : left > 0
          ? `The cards are kept on this device ${kept}, but not all of the music.`
          : `Kept on this device${hasMusic ? ", with the music," : ""} ${kept}.`;
  };

  const keep = async () => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    serviceWorker.addEventListener("message", ({ data }: MessageEvent<Kept>) => sayKept(data));
    serviceWorker.startMessages();
    await serviceWorker.register(`${page}/worker.js`, { scope: page }).catch(() => {});
    const { active } = await serviceWorker.ready;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
    active?.postMessage("keep");
  };

  const onVisible = () => {
    if (document.visibilityState !== "visible") return;
    const isOver = Date.now() - Date.parse(main().dataset.at!) > longest;
    if (isOver) location.reload();
    else void send();
  };

  addEventListener("DOMContentLoaded", () => {
    // An error has no cards.
    if (!document.querySelector("main[data-by]")) return;
    show();
    void send();
    void keep();
    addEventListener("submit", onSubmit);
    addEventListener("online", () => void send());
    // Another window has sent it.
    addEventListener("storage", show);
    document.addEventListener("visibilitychange", onVisible);
  });
}
