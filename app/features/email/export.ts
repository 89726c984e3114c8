import type { CsvColumns } from "#app/values/csv.ts";
import { type EmailTemplate, type Email, emailStateLabels } from "./model.ts";

export const templateColumns: CsvColumns<EmailTemplate> = {
  Name: ({ name }) => name,
  Subject: ({ subject }) => subject,
  Message: ({ body }) => body,
};

export const emailColumns: CsvColumns<Email> = {
  Recipient: ({ recipient }) => recipient,
  Subject: ({ subject }) => subject,
  Status: ({ state }) => emailStateLabels[state],
  "Last Error": ({ lastError }) => lastError,
  Sent: ({ createdAt }) => createdAt,
  Delivered: ({ settledAt }) => settledAt,
};
