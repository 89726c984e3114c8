import { ComposedEmail } from "#app/features/email/composed-email.tsx";
import { Amounts, type EmailAmount, Subheading, Text } from "#app/features/email/email-parts.tsx";
import { payLabel } from "./cards.server.ts";
import type { PaymentFact } from "./how-to-pay.ts";
import { newWaysSentence, WaysToPay } from "./ways-to-pay.server.tsx";

type Reminder = {
  body: string;
  /** A paragraph of `body`. */
  howToPay: string;
  /** The content of `howToPay`. */
  facts: readonly PaymentFact[];
  hasNewWays: boolean;
  link: string;
};

export function reminderEmail({ body, howToPay, facts, hasNewWays, link }: Reminder) {
  const action = { href: link, label: payLabel() };
  return (
    <ComposedEmail
      body={body}
      details={howToPay}
      drawnDetails={<Payment facts={facts.filter((fact) => !isSaidDay(fact, body))} />}
      action={action}
    >
      {hasNewWays && <Text>{newWaysSentence}</Text>}
    </ComposedEmail>
  );
}

/** A reminder's text names the due day, unless the owner's own text leaves it out. */
const isSaidDay = ({ label, value }: PaymentFact, body: string) =>
  label === "Due" && body.replace(`${label}: ${value}`, "").includes(value);

function Payment({ facts }: Pick<Reminder, "facts">) {
  const amounts = facts.flatMap(({ label, value }): EmailAmount[] => {
    if (label === "Amount") return [{ label: "Amount due", amount: value, strong: true }];
    return label === "Due" ? [{ label: `Due on ${value}` }] : [];
  });
  return (
    <>
      <Amounts amounts={amounts} />
      <Subheading>How to pay</Subheading>
      <WaysToPay facts={facts} />
    </>
  );
}
