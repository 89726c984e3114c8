import { describe, expect, test } from "vitest";
import { adminOf, type AdminSite } from "#tests/support/admin-site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { postForm, postJson, visibleText } from "#tests/support/request.ts";

let admin: AdminSite;

sharedSiteTest.beforeAll(({ shared }) => void (admin = adminOf(shared)));

type StoredEmail = { recipient: string; subject: string; html: string; text: string };

const composedEmails = () =>
  admin.store.query<StoredEmail>(
    "select recipient, subject, html, text from letters where kind = 'composed'",
  );

test("an email that failed is sent again from its page and from Today", async () => {
  for (const form of [{}, { intent: "send" }] as Record<string, string>[]) {
    const id = await admin.insert(
      `letters (kind, state, recipient, subject, html, text, settled_at)
       values ('composed', 'failed', 'ada@client.example', 'Again', '<p>Hi</p>', 'Hi', now())`,
    );
    const { status, text } = await admin.post(`/admin/sent-mail/${id}`, form);
    expect([status, visibleText(text)]).toEqual([200, expect.stringContaining("Email resent.")]);
  }
  await admin.store.query("delete from letters");
});

describe("POST /functions/send-admin-email", () => {
  const path = "/functions/send-admin-email";
  const email = {
    recipientEmail: "ada@client.example",
    subject: "Hello\r\nBcc: spy@evil.example",
    body: "Dear Ada,\n\n<script>1</script> {{client_name}}!",
  };
  const sendEmail = (payload: unknown, headers: Record<string, string> = {}) =>
    postJson(admin.site.url, path, payload, headers);
  const asOwner = () => ({ Cookie: admin.owner });

  test("is refused to everyone but an administrator", async () => {
    const asStranger = { Cookie: admin.stranger };
    const answers = [
      await sendEmail(email),
      await sendEmail("not an object"),
      await sendEmail(email, asStranger),
      await sendEmail({}, asStranger),
    ];
    expect(
      answers.map(({ status, text }) => [status, Object.keys(JSON.parse(text) as object)]),
    ).toEqual([401, 401, 403, 403].map((status) => [status, ["error"]]));
    expect(await composedEmails()).toEqual([]);
  });

  test("names the invalid fields of a payload", async () => {
    const wrong = await sendEmail(
      { recipientEmail: "ada@client.example, eve@evil.example", subject: "", body: " " },
      asOwner(),
    );
    expect([wrong.status, JSON.parse(wrong.text)]).toMatchObject([
      422,
      {
        error: {
          fields: {
            recipientEmail: "A valid recipient email is required.",
            subject: "Subject cannot be empty.",
            body: "Email body cannot be empty.",
          },
        },
      },
    ]);
    expect(await composedEmails()).toEqual([]);
  });

  test("takes JSON only", async () => {
    const { status } = await postForm(admin.site.url, path, { subject: "x" }, asOwner());
    expect(status).toBe(415);
    expect(await composedEmails()).toEqual([]);
  });

  test("queues an email with a one-line subject and an escaped body", async () => {
    const { status, text } = await sendEmail(email, asOwner());
    expect([status, JSON.parse(text)]).toEqual([200, { message: "Email sent successfully!" }]);
    const [sent] = await composedEmails();
    expect(sent).toMatchObject({
      recipient: "ada@client.example",
      subject: "Hello Bcc: spy@evil.example",
    });
    // An email about no record has nothing to fill its placeholders with.
    expect(sent!.html).toContain("&lt;script&gt;1&lt;/script&gt; !");
    expect(sent!.html).not.toContain("<script>");
  });
});

test("the view of a sent email runs no script and loads nothing but the mark", async () => {
  const id = await admin.insert(
    "letters (kind, recipient, subject, html, text) values ('test', 'a@b.example', 's', '<p>As it was</p>', 't')",
  );
  const shown = await admin.get(`/admin/sent-mail/${id}/as-sent`);
  expect([shown.status, shown.text]).toEqual([200, "<p>As it was</p>"]);
  expect(shown.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; img-src http:\/\/localhost:\d+\/email\/; sandbox/,
  );
});

test("an email held back by a limit says why, and names no mail server", async () => {
  const id = await admin.insert(
    `letters (kind, recipient, subject, html, text, held, last_error)
     values ('test', 'a@b.example', 's', 'h', 't', true, 'Many emails are going out.')`,
  );
  const { text } = await admin.get(`/admin/sent-mail/${id}`);
  expect(visibleText(text)).toContain("Why Many emails are going out.");
});

test("an email's page says that an invitation went with it, and of which appointment", async () => {
  const entry = await admin.insert(
    `diary_entries (kind, title, starts_at, ends_at, busy_from, busy_until)
     values ('appointment', 'Voice', '2031-03-01 10:00Z', '2031-03-01 11:00Z', '2031-03-01 10:00Z',
       '2031-03-01 11:00Z')`,
  );
  const shownOf = async (method: string) => {
    const id = await admin.insert(
      `letters (kind, recipient, subject, html, text, diary_entry_id, invitation)
       values ('appointment-moved', 'a@b.example', 's', 'h', 't', '${entry}',
         E'BEGIN:VCALENDAR\\r\\nMETHOD:${method}\\r\\nEND:VCALENDAR\\r\\n')`,
    );
    return visibleText((await admin.get(`/admin/sent-mail/${id}`)).text);
  };
  const shown = await shownOf("REQUEST");
  expect(shown).toContain("Invitation For their calendar, which then follows every change");
  expect(shown).toContain("About Appointment: Voice");
  expect(await shownOf("CANCEL")).toContain("Invitation Takes it out of their calendar");
});

test("an email's page and the sent list link to the PDFs that went with it", async () => {
  const emailId = await admin.insert(
    "letters (kind, recipient, subject, html, text) values ('test', 'a@b.example', 'Booked', 'h', 't')",
  );
  const invoice = (number: string, slug: string) =>
    admin.insert(`sales_invoices (kind, number, reference, slug, buyer_name, buyer_email, lines,
      total_cents, seller, issued_on, issued_at, created_by)
      values ('other', '${number}', '${number}', ${slug}, 'Ada', 'a@b.example', '[]', 100, '{}',
        '2026-11-21', now(), 'client')`);
  const open = await invoice("AT-0001", "'an-attached-slug'");
  const ended = await invoice("AT-0002", "null");
  for (const id of [open, ended])
    await admin.store.query(
      "insert into email_attachments (email_id, sales_invoice_id) values ($1, $2)",
      [emailId, id],
    );
  for (const path of [`/admin/sent-mail/${emailId}`, "/admin/sent-mail"]) {
    const { text } = await admin.get(path);
    expect(text).toContain('href="/invoices/an-attached-slug/invoice.pdf">AT-0001.pdf</a>');
    expect(text).toContain(`href="/admin/money/invoices/${ended}"`);
    expect(visibleText(text)).toContain("AT-0001.pdf AT-0002.pdf");
  }
  const pdf = await admin.get("/invoices/an-attached-slug/invoice.pdf");
  expect([pdf.status, pdf.headers["content-disposition"]]).toEqual([
    200,
    'attachment; filename="AT-0001.pdf"',
  ]);
});
