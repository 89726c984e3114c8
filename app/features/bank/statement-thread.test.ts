import { expect, test } from "vitest";
import { readInThread } from "./import.server.ts";
import { readStatement } from "./statement.server.ts";

const given = { today: "2026-11-22", remembered: {} };
const fill = (text: string) => text.repeat(Math.floor((2 * 1024 * 1024 - 100) / text.length));
const statement = `03/09/2026,5.00,"${"GIFT ".repeat(75)}",5.00\n`.repeat(5_000);

test("a statement is read while the process does other things", async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const read = await readInThread({ ...given, text: statement });
  clearInterval(timer);
  expect(read).toEqual(readStatement({ ...given, text: statement }));
  expect(turns).toBeGreaterThan(2);
});

test.each([
  ["semicolons", fill(";")],
  ["commas behind a row", `03/09/2026,5.00,GIFT,5\n${fill(",").slice(100)}`],
  ["tabs behind a row", `03/09/2026\t5.00\tGIFT\t5\n${fill("\t").slice(100)}`],
  ["quotation marks", fill('"')],
  ["one long line", fill("x")],
  ["cells of blanks", fill(`03/09/2026,5.00,"${" ".repeat(60_000)}x",5\n`)],
])("2 MB of %s are answered", (_, text) => {
  expect(readStatement({ ...given, text }).is).toMatch(/^(refused|read)$/);
});
