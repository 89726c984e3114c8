import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "../support/loopback-server.ts";

/*
 * Stripe's interface as far as checkout sessions, refunds, disputes and webhooks need it, over HTTP: form-encoded
 * requests, idempotency keys, and events signed over their bytes.
 */

const stripeKeys = {
  STRIPE_SECRET_KEY: "sk_test_51SampleKeyOfNobody",
  STRIPE_WEBHOOK_SECRET: "whsec_c2FtcGxlLXNlY3JldA",
};

export type FakeSession = {
  id: string;
  url: string;
  payment_intent: string;
  amount_total: number;
  currency: string;
  customer_email: string | null;
  client_reference_id: string;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  expires_at: number;
  payment_status: "unpaid" | "paid";
  status: "open" | "complete" | "expired";
};
type FakeRefund = { id: string; amount: number; payment_intent: string; charge: string };

/** In the order of a dispute that is won; `lost` instead of the last two. */
const disputeSteps = ["created", "withdrawn", "won", "reinstated", "lost"] as const;
type DisputeStep = (typeof disputeSteps)[number];

export type StripeEvent = { type: string; object: Record<string, unknown> };

export type StripeServer = {
  settings: typeof stripeKeys & { STRIPE_BASE_URL: string };
  sessions: FakeSession[];
  /** The parameters of each request that created a session. */
  requests: URLSearchParams[];
  /** Answers every request with this status instead. */
  failWith: (status: number | null) => void;
  /** Pays a session as a client would, with this amount instead of the asked one; the event is not sent. */
  pay: (session: FakeSession, amount?: number) => StripeEvent;
  /** The other event that reports the payment of a session. */
  intentEvent: (session: FakeSession) => StripeEvent;
  /** What reports that the payer's bank disputes a payment; nothing is sent. */
  dispute: (session: FakeSession, amount?: number) => Record<DisputeStep, StripeEvent>;
  /** Gives money back; of the two events that report it none is sent. */
  refund: (session: FakeSession, amount: number) => { refunded: StripeEvent; created: StripeEvent };
  stop: () => Promise<void>;
};

/** An event as it is sent, made `age` seconds ago. */
export function eventOf({ type, object }: StripeEvent, age = 0) {
  return {
    id: named("evt"),
    object: "event",
    api_version: "2026-10-28.endive",
    created: secondsAgo(age),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

/** The bytes of an event and their signature, made `age` seconds ago. */
export function signedEvent(
  event: StripeEvent,
  { age = 0, secret = stripeKeys.STRIPE_WEBHOOK_SECRET } = {},
) {
  const at = secondsAgo(age);
  const body = JSON.stringify(eventOf(event, age));
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return { body, headers: { "Stripe-Signature": `t=${at},v1=${signature}` } };
}

export async function startStripe(): Promise<StripeServer> {
  const sessions: FakeSession[] = [];
  const refunds: FakeRefund[] = [];
  const requests: URLSearchParams[] = [];
  const answers = new Map<string, { given: string; answer: object }>();
  let failure: number | null = null;

  const { port, stop } = await listenOnLoopback(async (request, response) => {
    const given = await text(request);
    const paying = sessions.find(({ url }) => url === origin + request.url);
    if (paying) return atCheckout(paying, request, response);
    const [status, answer] = failure
      ? [failure, errorOf("api_error", "Something went wrong on Stripe's end.")]
      : reply(request, given);
    response.writeHead(status, { "Content-Type": "application/json", "Request-Id": named("req") });
    response.end(JSON.stringify(answer));
  });

  /** The page of a session: a button pays it and leads back. */
  function atCheckout(session: FakeSession, { method }: IncomingMessage, response: ServerResponse) {
    if (session.status !== "open") {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      return response.end(pageHtml("<h1>This page has expired</h1>"));
    }
    if (method === "POST") {
      Object.assign(session, { payment_status: "paid", status: "complete" });
      return response.writeHead(303, { Location: session.success_url }).end();
    }
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    return response.end(
      pageHtml('<h1>Checkout</h1><form method="post"><button>Pay</button></form>'),
    );
  }

  function reply(request: IncomingMessage, given: string): [number, object] {
    if (request.headers.authorization !== `Bearer ${stripeKeys.STRIPE_SECRET_KEY}`)
      return [401, errorOf("invalid_request_error", "Invalid API Key provided")];
    const { pathname, searchParams } = new URL(request.url!, "http://stripe.example");
    if (request.method === "POST" && pathname === "/v1/checkout/sessions")
      return createSession(request.headers["idempotency-key"], given);
    const ended = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(pathname)?.[1];
    if (request.method === "POST" && ended) return expireSession(ended);
    const intent = /^\/v1\/payment_intents\/(\w+)$/.exec(pathname)?.[1];
    const session = sessions.find((one) => one.payment_intent === intent);
    if (request.method === "GET" && session) return [200, intentOf(session)];
    if (request.method === "GET" && pathname === "/v1/refunds") {
      const data = refunds.filter(({ charge }) => charge === searchParams.get("charge"));
      return [200, { object: "list", has_more: false, url: "/v1/refunds", data: data.map(full) }];
    }
    return [404, errorOf("invalid_request_error", "Unrecognized request URL")];
  }

  function createSession(key: string | string[] | undefined, given: string): [number, object] {
    const known = answers.get(String(key));
    if (known && known.given !== given)
      return [400, errorOf("idempotency_error", "Keys can only be used with the same parameters")];
    if (known) return [200, known.answer];
    const fields = new URLSearchParams(given);
    requests.push(fields);
    const session = sessionFrom(fields);
    sessions.push(session);
    const answer = { object: "checkout.session", mode: "payment", ...session };
    if (key) answers.set(String(key), { given, answer });
    return [200, answer];
  }

  function expireSession(id: string): [number, object] {
    const session = sessions.find((one) => one.id === id);
    if (!session) return [404, errorOf("invalid_request_error", "No such checkout.session")];
    if (session.status !== "open") {
      const message =
        'Only Checkout Sessions with a status in ["open"] can be expired. ' +
        `This Checkout Session has a status of \`${session.status}\`.`;
      return [400, errorOf("invalid_request_error", message)];
    }
    session.status = "expired";
    return [200, { object: "checkout.session", mode: "payment", ...session }];
  }

  function sessionFrom(fields: URLSearchParams): FakeSession {
    const id = named("cs_test");
    const item = "line_items[0][price_data]";
    return {
      id,
      url: `${origin}/c/pay/${id}`,
      payment_intent: named("pi"),
      amount_total:
        Number(fields.get(`${item}[unit_amount]`)) * Number(fields.get("line_items[0][quantity]")),
      currency: fields.get(`${item}[currency]`)!,
      customer_email: fields.get("customer_email"),
      client_reference_id: fields.get("client_reference_id")!,
      metadata: { invoice: fields.get("metadata[invoice]")! },
      success_url: fields.get("success_url")!,
      cancel_url: fields.get("cancel_url")!,
      expires_at: secondsAgo(-86_400),
      payment_status: "unpaid",
      status: "open",
    };
  }

  const origin = `http://127.0.0.1:${port}`;
  return {
    settings: { ...stripeKeys, STRIPE_BASE_URL: origin },
    sessions,
    requests,
    failWith: (status) => void (failure = status),
    pay(session, amount = session.amount_total) {
      if (session.status === "expired") throw new Error("An expired session takes no payment.");
      Object.assign(session, { payment_status: "paid", status: "complete", amount_total: amount });
      const object = { object: "checkout.session", mode: "payment", ...session };
      return { type: "checkout.session.completed", object };
    },
    dispute(session, amount = session.amount_total) {
      const id = named("du");
      const events = disputeSteps.map((step) => [step, disputeEvent(step, id, session, amount)]);
      return Object.fromEntries(events) as Record<DisputeStep, StripeEvent>;
    },
    intentEvent: (session) => ({ type: "payment_intent.succeeded", object: intentOf(session) }),
    refund(session, amount) {
      const charge = `ch_${session.payment_intent.slice(3)}`;
      const refund = { id: named("re"), amount, payment_intent: session.payment_intent, charge };
      refunds.push(refund);
      const all = refunds.filter((one) => one.charge === charge);
      const refunded = {
        id: charge,
        object: "charge",
        amount: session.amount_total,
        amount_refunded: all.reduce((sum, one) => sum + one.amount, 0),
        currency: session.currency,
        payment_intent: session.payment_intent,
        metadata: session.metadata,
      };
      return {
        refunded: { type: "charge.refunded", object: refunded },
        created: { type: "refund.created", object: full(refund) },
      };
    },
    stop,
  };
}

function disputeEvent(
  step: DisputeStep,
  id: string,
  session: FakeSession,
  amount: number,
): StripeEvent {
  const types = {
    created: "created",
    withdrawn: "funds_withdrawn",
    reinstated: "funds_reinstated",
  };
  const type = step in types ? types[step as keyof typeof types] : "closed";
  const isWon = step === "won" || step === "reinstated";
  const moved = (sign: 1 | -1, reason: string) => ({
    id: named("txn"),
    object: "balance_transaction",
    amount: sign * amount,
    currency: session.currency,
    fee: sign < 0 ? 2500 : 0,
    net: sign * amount - (sign < 0 ? 2500 : 0),
    reporting_category: reason,
    type: "adjustment",
  });
  const object = {
    id,
    object: "dispute",
    amount,
    balance_transactions: [
      ...(step === "created" ? [] : [moved(-1, "dispute")]),
      ...(step === "reinstated" ? [moved(1, "dispute_reversal")] : []),
    ],
    charge: `ch_${session.payment_intent.slice(3)}`,
    created: secondsAgo(0),
    currency: session.currency,
    evidence: {},
    evidence_details: {
      due_by: secondsAgo(-7 * 86_400),
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: session.payment_intent,
    reason: "product_not_received",
    status: isWon ? "won" : step === "lost" ? "lost" : "needs_response",
  };
  return { type: `charge.dispute.${type}`, object };
}

const pageHtml = (body: string) =>
  '<!doctype html><html lang="en"><head><title>Checkout</title><link rel="icon" href="data:,">' +
  `</head><body>${body}</body></html>`;
const secondsAgo = (age: number) => Math.floor(Date.now() / 1000) - age;

const named = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

const errorOf = (type: string, message: string) => ({ error: { type, message } });

const full = (refund: FakeRefund) => ({
  ...refund,
  object: "refund",
  currency: "aud",
  status: "succeeded",
  created: secondsAgo(0),
});

const intentOf = (session: FakeSession) => ({
  id: session.payment_intent,
  object: "payment_intent",
  amount: session.amount_total,
  amount_received: session.payment_status === "paid" ? session.amount_total : 0,
  currency: session.currency,
  metadata: session.metadata,
  created: secondsAgo(0),
});
