const seller = JSON.stringify({
  legalName: "Imogen Hale",
  tradingName: "",
  abn: "51824753556",
  postalAddress: "",
});

/** The statement for an issued invoice over A$775, open until the end of 2099. */
export function invoiceRow(number: string, slug: string, id = "gen_random_uuid()"): string {
  return `insert into sales_invoices (id, kind, number, reference, slug, buyer_name, buyer_email,
      title, lines, total_cents, seller, issued_on, issued_at, due_on, created_by)
    values (${id}, 'other', '${number}', '${number.replace(/\W/g, "")}', '${slug}', 'Ada Client',
      'ada@client.example', 'Garden party', '[{"text": "Piano", "amount": 77500}]', 77500,
      '${seller}', '2026-11-21', '2026-11-21T01:00:00Z', '2099-12-31', 'client')`;
}

/** The statement that switches invoicing on. */
export const businessRow = `insert into business_details (legal_name, abn, bsb, account_number, invoicing)
  values ('Imogen Hale', '51824753556', '063000', '12345678', true)`;
