import { ComposedEmail } from "#app/features/email/composed-email.tsx";

type Reminder = {
  body: string;
  /** A paragraph of the body. */
  howToPay: string;
  link: string;
};

/** The text, and the client's page of the invoice as a button. */
export function reminderEmail({ body, howToPay, link }: Reminder) {
  const action = { href: link, label: "View your invoice" };
  return <ComposedEmail body={body} details={howToPay} action={action} />;
}
