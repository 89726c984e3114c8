import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { drawnLines, drawPdf } from "./drawing.server.ts";
import type { DrawingStep } from "./pdf.server.ts";

const draw = (steps: DrawingStep[], footer = "Toorak") =>
  drawPdf({
    title: "Invoice",
    author: "Imogen Hale",
    footer,
    createdAt: new Date(0),
    palette: "wine",
    steps,
  });
const textOf = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true })).text;

test.each([
  "李娜 (Li Na)",
  "山田太郎 さくら サクラ",
  "김민준",
  "דוד",
  "محمد",
  "สมชาย ใจดี",
  "தமிழ் বাংলা ગુજરાતી",
  "ಕನ್ನಡ Հայերեն ქართული",
  "Trúc Nguyễn, Łukasiewicz",
  "Δημήτρης, Пётр, Ọláyínká",
  "Nocturne in E♭, F♯ minor, G♮ → recital",
  "Jean‑Luc O’Neil, Kaʻiulani",
  "🎹 ☺ ✓ ★",
])("a document has %s as the page has it", async (text) => {
  const wanted = text.normalize("NFC");
  expect(await textOf(await draw([["text", text]]))).toContain(wanted);
  const places = (await textOf(await draw([["title", text]], text))).split(wanted);
  expect(places, "once in the title and once in the footer").toHaveLength(3);
});

test("a character that no font has is named by its number, and an invisible one left out", async () => {
  const text = await textOf(await draw([["text", "Rune \u16a0\u2060, cow \u{1f404}\ufe0f"]]));
  expect(text).toContain("Rune [U+16A0], cow \u{1f404}");
  expect(text).not.toContain("?");
});

test("only the characters that are drawn are embedded", async () => {
  const plain = await draw([["text", "Li Na"]]);
  const han = await draw([["text", "李娜"]]);
  expect(han.length - plain.length).toBeLessThan(8_000);
});

test("characters that need no other font cost nothing", async () => {
  const [ascii, latin] = [await draw([["text", "Ada"]]), await draw([["text", "Zoë Grün"]])];
  expect(latin.length - ascii.length).toBeLessThan(2_000);
});

test.each([
  ["שלום עולם", "עולם שלום"],
  ["for (דוד כהן) at 7", "for (כהן דוד) at 7"],
  ["at רחוב הרצל 12, תל אביב, Israel", "at אביב תל ,12 הרצל רחוב, Israel"],
  ["Ada Client", "Ada Client"],
])("the words of %s are drawn from right to left", (text, drawn) => {
  expect(drawnLines(text, () => true)).toEqual([drawn]);
});

test("a long text from right to left begins on its first line", () => {
  const fits = (line: string) => line.length <= 9;
  expect(drawnLines("אחת שתיים שלוש ארבע", fits)).toEqual(["שתיים אחת", "ארבע שלוש"]);
});
