/** An address is text that others wrote: it must not name further recipients or a text of its own. */
const mailtoUrl = (email: string) =>
  `mailto:${encodeURIComponent(email).replaceAll("%40", "@").replaceAll("%2B", "+")}`;

export function EmailLink({ email }: { email: string }) {
  return (
    <a className="link wrap-anywhere" href={mailtoUrl(email)}>
      {email}
    </a>
  );
}
