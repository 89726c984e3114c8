import { type CsvColumns, dayCell } from "#app/values/csv.ts";
import { type AmebBooking, amebStatusLabels } from "./model.ts";

export const bookingColumns: CsvColumns<AmebBooking> = {
  "Client Name": ({ studentParentName }) => studentParentName,
  Email: ({ contactEmail }) => contactEmail,
  "Exam Date": ({ examDate }) => dayCell(examDate),
  "Exam Time": ({ examTime }) => examTime,
  "Board and Grade": ({ examBoardGrade }) => examBoardGrade,
  Teacher: ({ teacherName }) => teacherName,
  Services: ({ serviceRequired }) => serviceRequired.join(", "),
  "Rehearsal Minutes": ({ rehearsalMinutes }) => rehearsalMinutes,
  Status: ({ status }) => amebStatusLabels[status],
  "Inquired On": ({ createdAt }) => createdAt,
};
