import { content } from "#app/content/content.ts";
import { makePdf } from "#app/server/pdf/pdf.server.ts";
import { dividerLine } from "#app/ui/line-paths.ts";
import { longDay, shortDay, startOfDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { cleanText } from "#app/values/text.ts";
import { sellerOf } from "./document-texts.ts";
import type { BusinessDetails } from "./model.ts";
import type { AccountStatement } from "./statement.ts";

export function drawStatement(
  statement: AccountStatement,
  details: BusinessDetails,
  make = makePdf,
): Promise<Uint8Array<ArrayBuffer>> {
  const { name, email, from, until, brought, lines, balance, toPay } = statement;
  const seller = sellerOf({ seller: details });
  const footer = [seller.name, seller.abn && `ABN ${seller.abn}`, content().site.email];
  const head = {
    title: "Statement of account",
    author: seller.name,
    footer: footer.filter(Boolean).join(" · "),
    createdAt: startOfDay(until),
  };
  return make(head, (pdf) => {
    pdf.letterhead(seller.name, dividerLine.d);
    pdf.title(head.title);
    pdf.gap();
    pdf.columns([
      { facts: [["To", [name, email].filter(Boolean).map(cleanText).join("\n")]] },
      { facts: [["From", `${longDay(from)}\nto ${longDay(until)}`]] },
    ]);
    pdf.gap();
    pdf.rule();
    if (brought !== 0) pdf.amount("Brought forward", formatMoney(brought));
    for (const { day, text, amount } of lines)
      pdf.amount(`${shortDay(day, until)}  ${cleanText(text)}`, formatMoney(amount));
    pdf.rule("strong");
    pdf.amount("Balance", formatMoney(balance), "large");
    if (toPay !== balance) pdf.amount("To pay now", formatMoney(toPay));
    pdf.rule("strong");
  });
}
