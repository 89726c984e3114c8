/* Without React a failed submit would show the browser's error page and lose the text. A script in every page. */
export default function keepUnansweredForm(): void {
  addEventListener("submit", async (event) => {
    const { target: form, submitter, defaultPrevented } = event;
    if (defaultPrevented || !(form instanceof HTMLFormElement) || form.dataset.tried) return;
    if (form.getAttribute("method") !== "post") return;
    event.preventDefault();
    const answer = await fetch("", { method: "HEAD" }).catch(() => null);
    if (!answer || answer.status > 499)
      return alert("We can't be reached just now. What you've typed is kept: please try again.");
    form.dataset.tried = "yes";
    form.requestSubmit(submitter);
    delete form.dataset.tried;
  });
}
