import { describe, expect, test } from "vitest";
import { type PayableInvoice, proposePayments } from "./proposals.ts";

let count = 0;
function invoice(given: Partial<PayableInvoice> = {}): PayableInvoice {
  count += 1;
  return {
    id: `invoice ${count}`,
    number: "INV-0001",
    reference: "INV0001",
    quoteId: null,
    buyerName: "Ada Lovelace",
    buyerEmail: "ada@example.com",
    title: "Wedding",
    kind: "deposit",
    dueOn: "2026-11-28",
    voidedAt: null,
    total: 77_500,
    paid: 0,
    credited: 0,
    ...given,
  };
}

/** What is proposed for lines of text and amount, in a few words. */
function proposed(lines: readonly [text: string, amount: number][], ...invoices: PayableInvoice[]) {
  const proposals = proposePayments(
    lines.map(([text, amount], id) => ({ id, text, amount })),
    invoices,
  );
  return lines.map((_, id) => {
    const found = proposals.get(id)!;
    if (found.kind === "unmatched")
      return ["unmatched", ...(found.named ? [found.named.number] : [])].join(" ");
    const parts = found.parts.map((part) => `${part.invoice.number} ${part.amount}`);
    return [found.kind, ...parts, ...(found.left === 0 ? [] : [found.left])].join(" ");
  });
}

const one = (text: string, amount: number, ...invoices: PayableInvoice[]) =>
  proposed([[text, amount]], ...invoices)[0];

describe("a line with an invoice's reference", () => {
  test("and exactly its rest is certain", () => {
    expect(one("INV0001", 77_500, invoice())).toBe("certain INV-0001 77500");
    expect(one("INV0001", 47_500, invoice({ paid: 30_000 }))).toBe("certain INV-0001 47500");
    expect(one("INV0001", 70_000, invoice({ credited: 7_500 }))).toBe("certain INV-0001 70000");
  });

  test("and less is a part payment, and more an overpayment", () => {
    expect(one("INV0001", 30_000, invoice())).toBe("part INV-0001 30000 47500");
    expect(one("INV0001", 80_000, invoice())).toBe("over INV-0001 80000 -2500");
  });

  test.each([
    "inv0001",
    "INV 0001",
    "INV-0001",
    "i n v 0 0 0 1",
    "PAYID FROM ADA,INV0001.",
    "xINV0001y",
  ])("written as %j is found", (text) => {
    expect(one(text, 77_500, invoice())).toBe("certain INV-0001 77500");
  });

  test.each(["INV00012", "INV0 0012", "INV001", "0001", "INV-00010", "INVOICE 0001", ""])(
    "is not found in %j",
    (text) => {
      expect(one(text, 77_500, invoice())).toBe("unmatched");
    },
  );

  test("that begins with a digit is not found within a longer number", () => {
    const numbered = invoice({ number: "2026-1", reference: "20261" });
    expect(one("ACC 120261", 77_500, numbered)).toBe("unmatched");
    expect(one("20261", 77_500, numbered)).toBe("certain 2026-1 77500");
  });

  test("names the one of two whose rest it is, otherwise the one written without blanks", () => {
    const twelfth = invoice({ number: "INV-00012", reference: "INV00012", total: 50_000 });
    expect(one("INV0001 2", 50_000, invoice(), twelfth)).toBe("certain INV-00012 50000");
    expect(one("INV0001 2", 10_000, twelfth, invoice())).toBe("part INV-0001 10000 67500");
  });

  test("that is paid or void says so and proposes nothing", () => {
    expect(one("INV0001", 77_500, invoice({ paid: 77_500 }))).toBe("unmatched INV-0001");
    expect(one("INV0001", 77_500, invoice({ voidedAt: new Date() }))).toBe("unmatched INV-0001");
  });
});

describe("two lines of one invoice:", () => {
  test("the second is proposed for what the first leaves", () => {
    expect(
      proposed(
        [
          ["INV0001", 30_000],
          ["INV0001", 47_500],
        ],
        invoice(),
      ),
    ).toEqual(["part INV-0001 30000 47500", "certain INV-0001 47500"]);
  });

  test("the second of two equal ones is too much", () => {
    expect(
      proposed(
        [
          ["INV0001", 77_500],
          ["INV0001", 77_500],
        ],
        invoice(),
      ),
    ).toEqual(["certain INV-0001 77500", "over INV-0001 77500 -77500"]);
  });
});

describe("a deposit and its balance", () => {
  const pair = () => [
    invoice({ quoteId: "quote" }),
    invoice({ quoteId: "quote", number: "INV-0002", reference: "INV0002", kind: "balance" }),
  ];

  test("paid together with both references are certain", () => {
    expect(one("INV0001 INV0002", 155_000, ...pair())).toBe(
      "certain INV-0001 77500 INV-0002 77500",
    );
  });

  test("paid together with one of the references are likely", () => {
    expect(one("INV0001", 155_000, ...pair())).toBe("likely INV-0001 77500 INV-0002 77500");
  });

  test("that are equal: the first due is likely when only the surname is written", () => {
    const [deposit, balance] = pair();
    const due = { ...balance!, dueOn: "2027-01-09" };
    expect(one("A LOVELACE", 77_500, due, deposit!)).toBe("likely INV-0001 77500");
    expect(
      proposed(
        [
          ["A LOVELACE", 77_500],
          ["A LOVELACE", 77_500],
        ],
        due,
        deposit!,
      ),
    ).toEqual(["likely INV-0001 77500", "likely INV-0002 77500"]);
  });
});

describe("a line with a reference whose invoice it does not fit", () => {
  const sibling = (given: Partial<PayableInvoice> = {}) =>
    invoice({
      quoteId: "quote",
      number: "INV-0002",
      reference: "INV0002",
      total: 60_000,
      ...given,
    });
  const deposit = (given: Partial<PayableInvoice> = {}) =>
    invoice({ quoteId: "quote", total: 60_000, ...given });
  const likely = "likely INV-0002 60000";

  test("likely pays the other one of its quote, whatever became of the one it names", () => {
    expect(one("INV0001", 60_000, deposit({ paid: 60_000 }), sibling())).toBe(likely);
    expect(one("INV0001", 60_000, deposit({ voidedAt: new Date() }), sibling())).toBe(likely);
    expect(one("INV0001", 60_000, deposit({ total: 40_000 }), sibling())).toBe(likely);
    expect(one("INV0001", 60_000, deposit({ total: 90_000 }), sibling())).toBe(likely);
    const twice = Array.from({ length: 2 }, (): [string, number] => ["INV0001", 60_000]);
    expect(proposed(twice, deposit(), sibling())).toEqual(["certain INV-0001 60000", likely]);
  });

  test("likely pays the only other one of its client", () => {
    const other = sibling({ quoteId: null });
    expect(one("INV0001", 60_000, deposit({ total: 40_000 }), other)).toBe(likely);
    const third = sibling({ quoteId: null, number: "INV-0003", reference: "INV0003" });
    expect(one("INV0001", 60_000, deposit({ total: 40_000 }), other, third)).toMatch(
      /^over INV-0001/,
    );
    const strange = sibling({ quoteId: null, buyerEmail: "max@example.com" });
    expect(one("INV0001", 60_000, deposit({ total: 40_000 }), strange)).toMatch(/^over INV-0001/);
    const nobody = { quoteId: null, buyerEmail: "" };
    expect(one("INV0001", 60_000, deposit({ ...nobody, paid: 60_000 }), sibling(nobody))).toBe(
      "unmatched INV-0001",
    );
  });

  test("is too much or a part where no other one fits", () => {
    expect(one("INV0001", 70_000, deposit(), sibling())).toMatch(/^over INV-0001/);
    expect(one("INV0001", 30_000, deposit(), sibling())).toMatch(/^part INV-0001/);
    expect(one("INV0001", 30_000, deposit({ paid: 60_000 }), sibling())).toBe("unmatched INV-0001");
  });
});

describe("a line without a reference", () => {
  test.each(["TRANSFER FROM MS A LOVELACE", "Lovelace,Ada", "LOVELACE"])(
    "is likely with exactly the rest and the buyer's surname: %j",
    (text) => {
      expect(one(text, 77_500, invoice())).toBe("likely INV-0001 77500");
    },
  );

  test("is unmatched with another amount, another name, or only a part of the name", () => {
    expect(one("A LOVELACE", 77_400, invoice())).toBe("unmatched");
    expect(one("A TURING", 77_500, invoice())).toBe("unmatched");
    expect(one("LOVE", 77_500, invoice())).toBe("unmatched");
    expect(one("LOVELACES", 77_500, invoice())).toBe("unmatched");
  });

  test("is unmatched when two clients' invoices fit", () => {
    const other = invoice({ number: "INV-0009", reference: "INV0009", buyerName: "Max Lovelace" });
    expect(one("LOVELACE", 77_500, invoice(), other)).toBe("unmatched");
  });

  test.each([
    ["Siobhan O'Brien", "S OBRIEN LESSON"],
    ["Siobhan O’Brien", "O'BRIEN S"],
    ["Siobhan O\u02bcBrien", "S O BRIEN"],
    ["Siobhan OBrien", "S O'BRIEN"],
    ["Rosa D'Angelo", "D ANGELO R"],
    ["Mai Đặng", "OSKO PAYMENT M DANG PIANO"],
    ["Trúc Nguyễn", "DIRECT CREDIT NGUYEN T"],
    ["Trúc Nguye\u0302\u0303n", "DIRECT CREDIT NGUYỄN T"],
    ["Cora Núñez", "C NUNEZ"],
    ["Ewa Łukasiewicz", "E LUKASIEWICZ"],
    ["Bo Sørensen", "B SORENSEN"],
    ["Bo Sørensen", "B SOERENSEN"],
    ["Jürgen Müller", "J MUELLER"],
    ["Jürgen Müller", "J MULLER"],
    ["Ida Groß", "I GROSS"],
    ["Liv Ægir", "L AEGIR"],
    ["Can İnce", "C INCE"],
    ["Can Işık", "C ISIK"],
    ["Tia Smith-Jones", "SMITH JONES T"],
    ["Tia Smith-Jones", "T SMITHJONES"],
    ["Tia Smith\u2011Jones", "T SMITH-JONES"],
    ["Tia Smith–Jones", "T SMITH–JONES"],
    ["Ёлкин", "ЕЛКИН"],
  ])("finds %s in %j", (buyerName, text) => {
    expect(one(text, 77_500, invoice({ buyerName }))).toBe("likely INV-0001 77500");
  });

  test.each([
    ["Siobhan O'Brien", "S BRIEN"],
    ["Siobhan O'Brien", "S MCOBRIEN"],
    ["Lee An", "A N OTHER"],
    ["Jürgen Müller", "J MULER"],
    ["Mai Đ", "M D"],
    ["A ...", "A ..."],
  ])("does not find %s in %j", (buyerName, text) => {
    expect(one(text, 77_500, invoice({ buyerName }))).toBe("unmatched");
  });

  test("with the reference of no invoice is matched by its name at most", () => {
    expect(one("INV0999 LOVELACE", 77_500, invoice())).toBe("likely INV-0001 77500");
    expect(one("INV0999", 77_500, invoice())).toBe("unmatched");
  });
});

test("of 5,000 lines each of 500 open invoices is paid by one", () => {
  const invoices = Array.from({ length: 500 }, (_, at) => {
    const digits = String(at + 1).padStart(4, "0");
    return invoice({ number: `INV-${digits}`, reference: `INV${digits}` });
  });
  const lines = Array.from({ length: 5_000 }, (_, id) => ({
    id,
    amount: 77_500,
    text: `TRANSFER FROM SOMEONE INV ${String((id % 900) + 1).padStart(4, "0")} THANK YOU`,
  }));
  const proposals = proposePayments(lines, invoices);
  expect([...proposals.values()].filter(({ kind }) => kind === "certain")).toHaveLength(500);
});

test("1,000 lines without a reference are compared with 500 invoices of one price", () => {
  const invoices = Array.from({ length: 500 }, (_, at) =>
    invoice({ buyerName: `Ada O'Neill${at}`, reference: `REF${at}X` }),
  );
  const lines = Array.from({ length: 1_000 }, (_, id) => {
    return { id, amount: 77_500, text: `FAST TRANSFER FROM SOMEONE ELSE LESSON ${id}` };
  });
  const proposals = proposePayments(lines, invoices);
  expect([...proposals.values()].filter(({ kind }) => kind !== "unmatched")).toEqual([]);
});
