ALTER TABLE "sales_invoices" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD COLUMN "credited_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD COLUMN "returned_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD COLUMN "refunded_by_card_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "sales_invoices_open" ON "sales_invoices" USING btree ("due_on","id") WHERE number is not null and kind <> 'credit-note' and voided_at is null
  and total_cents > greatest(paid_cents + credited_cents, 0);--> statement-breakpoint
CREATE FUNCTION "settle_invoice"("invoice" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Others who write its money come first: the sums are read after them.
  PERFORM FROM sales_invoices WHERE id = invoice FOR NO KEY UPDATE;
  UPDATE sales_invoices SET
    paid_cents = coalesce((SELECT sum(amount_cents) FROM payments WHERE sales_invoice_id = invoice), 0),
    credited_cents = coalesce((SELECT sum(total_cents) FROM sales_invoices credit
      WHERE credit.credits_id = invoice AND credit.voided_at IS NULL), 0),
    (returned_cents, refunded_by_card_cents) = (
      SELECT
        coalesce(-sum(amount_cents) FILTER (
          WHERE NOT EXISTS (SELECT FROM refund_answers answer WHERE answer.payment_id = refund.id)), 0),
        coalesce(-sum(amount_cents) FILTER (WHERE method = 'card'), 0)
      FROM payments refund
      WHERE sales_invoice_id = invoice AND amount_cents < 0 AND reverses_id IS NULL
        AND NOT EXISTS (SELECT FROM payments undo WHERE undo.reverses_id = refund.id))
  WHERE id = invoice;
END $$;--> statement-breakpoint
CREATE FUNCTION "settle_by_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_invoice(coalesce(NEW.sales_invoice_id, OLD.sales_invoice_id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "settle_by_answer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_invoice(sales_invoice_id) FROM payments WHERE id = coalesce(NEW.payment_id, OLD.payment_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "settle_by_credit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.credits_id, OLD.credits_id) IS NOT NULL THEN
    PERFORM settle_invoice(coalesce(NEW.credits_id, OLD.credits_id));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "payments_settle" AFTER INSERT OR UPDATE OR DELETE ON "payments"
  FOR EACH ROW EXECUTE FUNCTION "settle_by_payment"();--> statement-breakpoint
CREATE TRIGGER "refund_answers_settle" AFTER INSERT OR UPDATE OR DELETE ON "refund_answers"
  FOR EACH ROW EXECUTE FUNCTION "settle_by_answer"();--> statement-breakpoint
CREATE TRIGGER "sales_invoices_settle" AFTER INSERT OR DELETE OR UPDATE OF "credits_id", "total_cents", "voided_at"
  ON "sales_invoices" FOR EACH ROW EXECUTE FUNCTION "settle_by_credit"();--> statement-breakpoint
SELECT settle_invoice(id) FROM sales_invoices WHERE kind <> 'credit-note' AND number IS NOT NULL;
