import type { CsvColumns } from "#app/values/csv.ts";
import { type ContactMessage, messageStateLabels } from "./model.ts";

export const messageColumns: CsvColumns<ContactMessage> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Message: ({ message }) => message,
  Status: ({ state }) => messageStateLabels[state],
  Received: ({ createdAt }) => createdAt,
};
