/** The statement for an issued invoice over A$775, open until the end of 2099. */
export function invoiceRow(number: string, slug: string): string {
  const seller = { legalName: "Imogen Hale", tradingName: "", abn: "", postalAddress: "" };
  return `insert into sales_invoices (kind, number, reference, slug, buyer_name, buyer_email, title,
      lines, total_cents, seller, issued_on, issued_at, due_on, created_by)
    values ('other', '${number}', '${number.replace(/\W/g, "")}', '${slug}', 'Ada Client',
      'ada@client.example', 'Garden party', '[{"text": "Piano", "amount": 77500}]', 77500,
      '${JSON.stringify(seller)}', '2026-11-21', '2026-11-21T01:00:00Z', '2099-12-31', 'client')`;
}
