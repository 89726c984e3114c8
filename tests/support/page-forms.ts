import { inTurns, send } from "./request.ts";

/** A form as a browser without scripts would send it, by one of its buttons. */
export type PageForm = { path: string; fields: Record<string, string> };

/** What a visitor enters into an empty field, by its type. */
const entered: Record<string, string> = {
  email: "ada@client.example",
  date: "2090-03-02",
  time: "10:00",
  number: "1",
  tel: "0491570006",
  url: "https://127.0.0.1/x.ics",
  checkbox: "on",
  hidden: "",
};

const unescaped = (html: string) =>
  html.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => {
    const characters: Record<string, string> = { quot: '"', "#x27": "'", lt: "<", gt: ">" };
    return characters[name] ?? "&";
  });

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`^<[^>]*\\s${name}="([^"]*)"`, "i").exec(tag);
  return found ? unescaped(found[1]!) : undefined;
}

function valueOf(tag: string): string {
  const given = attributeOf(tag, "value");
  if (tag.startsWith("<textarea"))
    return unescaped(/>([\s\S]*)<\//.exec(tag)![1]!) || "Hello there";
  if (tag.startsWith("<select")) {
    const options = tag.match(/<option\b[^>]*>/g) ?? [];
    const chosen = options.find((option) => / selected=""/.test(option)) ?? options.at(-1) ?? "";
    return attributeOf(chosen, "value") ?? "";
  }
  return given || (entered[attributeOf(tag, "type") ?? "text"] ?? "Ada");
}

/** The forms of a page that post, filled in. */
export function formsOf(page: string, html: string): PageForm[] {
  return Array.from(html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)).flatMap(([form]) => {
    if (attributeOf(form, "method")?.toLowerCase() !== "post") return [];
    const path = attributeOf(form, "action")?.replace(/#.*/, "") || page;
    const fields: Record<string, string> = {};
    const sent: PageForm[] = [];
    const parts = form.matchAll(/<input\b[^>]*>|<(button|select|textarea)\b[^>]*>[\s\S]*?<\/\1>/g);
    for (const [tag] of parts) {
      const name = attributeOf(tag, "name");
      const to = attributeOf(tag, "formaction") ?? path;
      if (tag.startsWith("<button"))
        sent.push({ path: to, fields: name ? { [name]: attributeOf(tag, "value") ?? "" } : {} });
      // A honeypot stays empty; of several with one name, the last is chosen.
      else if (name && name !== "leave_empty" && attributeOf(tag, "type") !== "file")
        fields[name] = valueOf(tag);
    }
    if (sent.length === 0) sent.push({ path, fields: {} });
    return sent.map((one) => ({ ...one, fields: { ...fields, ...one.fields } }));
  });
}

/** Of links with different numbers, one leads to each kind of page. */
const kindOf = (path: string) => path.replace(/[\da-f]{8}-[\da-f-]{27}|\d+/g, "0");

/** The forms that the owner finds on these pages, and so many clicks away. */
export async function formsOfPages(
  siteUrl: string,
  pages: readonly string[],
  Cookie: string,
  clicks = 0,
  /** Of a kind, the form that names this id rather than another row's. */
  id = "",
): Promise<PageForm[]> {
  const forms = new Map<string, PageForm>();
  const known = new Set(pages.map(kindOf));
  let next = pages;
  for (let click = 0; click <= clicks; click++) {
    const asked = next;
    const answers = await inTurns(asked, (path) => send(siteUrl, path, { headers: { Cookie } }));
    const links: string[] = [];
    for (const [at, { text }] of answers.entries()) {
      for (const form of formsOf(asked[at]!, text)) {
        const { path, fields } = form;
        const kind = [kindOf(path), fields.intent, ...Object.keys(fields)].join();
        if (!forms.has(kind) || [path, ...Object.values(fields)].join().includes(id))
          forms.set(kind, form);
      }
      for (const [, link] of text.matchAll(/ href="(\/(?!assets|logout)[^"#]*)/g)) {
        const path = unescaped(link!);
        if (!known.has(kindOf(path))) links.push(path);
        known.add(kindOf(path));
      }
    }
    next = links;
  }
  // Whoever ends the session, or makes it ask for a code, sees nothing more of what the owner sees.
  return [...forms.values()].filter(({ path }) => !/^\/(logout|admin\/account|login)/.test(path));
}
