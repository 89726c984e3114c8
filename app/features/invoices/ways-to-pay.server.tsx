import { Fragment } from "react";
import { type EmailFact, Facts, SmallHeading, Text } from "#app/features/email/email-parts.tsx";
import { takesCards } from "./cards.server.ts";
import type { PaymentFact } from "./how-to-pay.ts";

const ways = { payid: "by PayID", account: "by bank transfer" } as const;

export const newWaysSentence =
  "My bank details have changed since I last sent you this invoice, so please use the ones in this " +
  "email. You'll find the same ones on the invoice's page.";

/** For an email that names the amount and the due day elsewhere. */
export function WaysToPay({
  facts,
  byCard = takesCards(),
}: {
  facts: readonly PaymentFact[];
  byCard?: boolean;
}) {
  const reference = facts
    .filter(({ label }) => label === "Reference")
    .map(({ label, value }): EmailFact => [label, value, "strong"]);
  const offered = (["payid", "account"] as const)
    .map((way) => ({ way, own: facts.filter((fact) => fact.way === way) }))
    .filter(({ own }) => own.length > 0);
  return (
    <>
      {offered.map(({ way, own }, index) => (
        <Fragment key={way}>
          <SmallHeading>
            {index === 0 ? ways[way].replace("by", "By") : `Or ${ways[way]}`}
          </SmallHeading>
          <Facts
            facts={[...own.map(({ label, value }): EmailFact => [label, value]), ...reference]}
          />
        </Fragment>
      ))}
      <Text>Please use the reference, so I can tell the payment is yours.</Text>
      {byCard && <Text>You can also pay by card, on the invoice's page.</Text>}
    </>
  );
}
