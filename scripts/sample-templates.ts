import { sampleWords } from "./sample-words.ts";
import { quoteEmailName } from "#app/features/quotes/sending.ts";

const signature = `Warmly,\n${sampleWords.site.firstName}`;

/** One that fits every email, and some for one kind of record each. */
export const sampleTemplates = [
  {
    name: quoteEmailName,
    subject: "Your quote for {{event}}",
    body:
      "Dear {{client_name}},\n\nThanks for getting in touch. Here's your quote, with what's " +
      "included and the price. You can accept it at the link below.\n\n" +
      "{{valid_until_sentence}}If you'd like to change " +
      `anything, just reply.\n\nWarmly,\n${sampleWords.site.person}`,
  },
  {
    name: "Thank you for your enquiry",
    subject: "Thanks for your enquiry",
    body:
      "Hi {{first_name}},\n\nThanks for getting in touch. I'll get back to you within two working days.\n\n" +
      signature,
  },
  {
    name: "Exam booked",
    subject: "Booked: {{exam_board_grade}}",
    body:
      "Hi {{first_name}},\n\nYou're booked in: {{exam_board_grade}} on {{exam_date}} at {{exam_time}}, with " +
      "{{services}}.\n\nPlease send me the sheet music by {{sheet_music_due_date}}.\n\n" +
      signature,
  },
];
