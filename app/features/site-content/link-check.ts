import { pages } from "#app/content/pages.ts";
import { check, emailAddress } from "#app/values/rules.ts";

export const anchors: Readonly<Record<string, readonly string[]>> = {
  [pages.home.path]: ["contact"],
  [pages.about.path]: ["embodied-approach"],
  [pages.voicePiano.path]: ["pricing"],
  [pages.livePiano.path]: ["enquire"],
  [pages.ameb.path]: ["ameb-top", "ameb-booking-form"],
};

export const longestLink = 300;

/** Returns null for a valid link. */
export function linkProblem(link: string, only: "https" | null): string | null {
  if (link.length > longestLink) return `At most ${longestLink} characters fit here.`;
  if (/[\s\\{}]/.test(link)) return "A link has no spaces, braces or backslashes.";
  if (link.startsWith("https:")) return httpsProblem(link);
  if (only === "https") return "Enter an address that starts with https://.";
  if (link.startsWith("mailto:")) return mailProblem(link);
  if (link.startsWith("tel:"))
    return /^tel:\+?\d[\d-]{3,18}\d$/.test(link)
      ? null
      : "Enter a number such as tel:+61491570006.";
  if (link.startsWith("/") && !link.startsWith("//")) return pathProblem(link);
  return "Enter an address that starts with https://, mailto: or tel:, or a page such as /about.";
}

function httpsProblem(link: string): string | null {
  const url = URL.parse(link);
  // A parsed host may hold a semicolon, which would end a directive of the frame policy.
  const isHost = url !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname);
  if (!isHost || !/^https:\/\/[^/]/.test(link))
    return "This is not a complete address, such as https://example.com.";
  return url.username || url.password ? "Leave the name and password out of the address." : null;
}

function mailProblem(link: string): string | null {
  const [address = "", query = ""] = link.slice("mailto:".length).split("?", 2);
  const isOne = check(emailAddress("-"), address).ok && !address.includes("%");
  const isKnown = query === "" || /^subject=[^&#]+$/.test(query);
  return isOne && isKnown ? null : "Enter one email address, such as mailto:you@example.com.";
}

function pathProblem(link: string): string | null {
  const [path = "", anchor] = link.split("#", 2);
  const page = Object.values(pages).find((one) => one.path === path);
  if (!page) return `There is no page ${path} on this site.`;
  if (anchor === undefined || anchors[path]?.includes(anchor)) return null;
  return `There is no #${anchor} on that page.`;
}
