import type { CsvColumns } from "#app/values/csv.ts";
import { mailchimpLabels, subscriberStateLabels, type Subscriber } from "./model.ts";

export const subscriberColumns: CsvColumns<Subscriber> = {
  Email: ({ email }) => email,
  "First Name": ({ firstName }) => firstName,
  "Last Name": ({ lastName }) => lastName,
  Status: ({ state }) => subscriberStateLabels[state],
  Mailchimp: ({ mailchimp }) => mailchimpLabels[mailchimp],
  "Mailchimp Error": ({ mailchimpError }) => mailchimpError,
  "Signed Up": ({ createdAt }) => createdAt,
};
