import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { payLabel } from "#app/features/business/queries.server.ts";
import { WaysToPay } from "./acceptance-email.server.tsx";

const bank = { label: "BSB", value: "063-000", copy: "063000", way: "account" } as const;
const drawn = (byCard?: boolean) =>
  renderToStaticMarkup(<WaysToPay facts={[bank]} {...(byCard !== undefined && { byCard })} />);

test("emails say that an invoice's page takes cards only where it does", () => {
  expect(drawn(true)).toContain("You can also pay by card");
  expect(payLabel(true)).toBe("View and pay your invoice");
  expect(drawn()).toContain("063-000");
  expect(drawn()).not.toMatch(/card/i);
  expect(payLabel()).toBe("View your invoice");
});
