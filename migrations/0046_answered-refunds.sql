-- Refunds from before they said what for, where the entries say it: nothing was left to pay after one,
-- or credit notes have taken off since what it left. Of the others Today asks the owner.
INSERT INTO "refund_answers" ("payment_id", "purpose", "actor")
SELECT "id", CASE WHEN left_to_pay <= 0 THEN 'overpaid' ELSE 'called-off' END, 'migration'
FROM (
  SELECT refund.id, since.credited AS credited_since,
    invoice.total_cents - (invoice.credited_cents - since.credited) - (
      SELECT sum(amount_cents) FROM payments entry
      WHERE entry.sales_invoice_id = invoice.id AND entry.id <= refund.id) AS left_to_pay
  FROM payments refund
  JOIN sales_invoices invoice ON invoice.id = refund.sales_invoice_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(total_cents), 0) AS credited FROM sales_invoices credit
    WHERE credit.credits_id = invoice.id AND credit.voided_at IS NULL AND credit.issued_at > refund.at) since
  WHERE refund.amount_cents < 0 AND refund.reverses_id IS NULL
    AND NOT EXISTS (SELECT FROM payments undo WHERE undo.reverses_id = refund.id)
    AND NOT EXISTS (SELECT FROM refund_answers answer WHERE answer.payment_id = refund.id)) refunds
WHERE left_to_pay <= credited_since;
