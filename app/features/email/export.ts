import type { CsvColumns } from "#app/values/csv.ts";
import { type EmailTemplate, type Letter, stateLabels } from "./model.ts";

export const templateColumns: CsvColumns<EmailTemplate> = {
  Name: ({ name }) => name,
  Subject: ({ subject }) => subject,
  Message: ({ body }) => body,
};

export const emailColumns: CsvColumns<Letter> = {
  Recipient: ({ recipient }) => recipient,
  Subject: ({ subject }) => subject,
  Status: ({ state }) => stateLabels[state],
  "Last Error": ({ lastError }) => lastError,
  Sent: ({ createdAt }) => createdAt,
  Delivered: ({ settledAt }) => settledAt,
};
