import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Suggestions } from "#app/ui/admin/fields.tsx";

test("a name with marks is offered to who types it without them", () => {
  const values = ["Ada Client <ada@client.example>", "Trúc Nguyễn <truc@client.example>"];
  const html = renderToStaticMarkup(<Suggestions id="clients" values={values} />);
  expect(html).toContain(">Ada Client &lt;ada@client.example&gt;</option>");
  expect(html).toContain(">truc nguyen &lt;truc@client.example&gt;</option>");
});
