import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { QuoteState } from "#app/features/quotes/model.ts";
import { QuoteHistory } from "./facts.tsx";

function draw(state: QuoteState): string {
  const declined = (id: number, reason: string) => {
    const at = new Date("2026-03-10T02:00:00Z");
    return { id, kind: "declined", actor: "client", at, data: { reason }, intact: null } as const;
  };
  const events = [declined(1, "Too dear"), declined(2, "Too late")];
  const history = { state, events, emails: [], clientEmail: "ada@client.example" };
  const Page = createRoutesStub([{ path: "/", Component: () => <QuoteHistory {...history} /> }]);
  return renderToStaticMarkup(<Page />);
}

test("the reason that the header of a rejected quote shows isn't in its history again", () => {
  expect(draw("declined")).not.toContain("Too late");
  expect(draw("declined")).toContain("Too dear");
});

test("the history of a quote that is open again keeps why it was rejected", () => {
  expect(draw("pending")).toContain("Too late");
});
