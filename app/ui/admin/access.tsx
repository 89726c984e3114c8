import { type ComponentProps, createContext, useContext } from "react";
import { Link, type LinkProps, useRouteLoaderData } from "react-router";

type Access = { isOwner: boolean; mayChange: boolean; mayOpen(path: string): boolean };

const everything: Access = { isOwner: true, mayChange: true, mayOpen: () => true };

/** What the person's role allows, so that nothing is shown that the gate refuses. */
export const AccessContext = createContext(everything);

export const useAccess = () => useContext(AccessContext);

export function useOwnEmail(): string | undefined {
  return (useRouteLoaderData("routes/admin/layout/route") as { email: string } | undefined)?.email;
}

type Props = LinkProps & { to: string };

const looksLikeLink = (name: string) => name === "link" || name.startsWith("hover:");

/** The name of a record, without a link where the person may not open it. */
export function RecordLink({ to, ...props }: Props) {
  const { className = "", children } = props;
  if (useAccess().mayOpen(to)) return <Link to={to} {...props} />;
  const plain = className.split(" ").filter((name) => !looksLikeLink(name));
  return <span className={plain.join(" ")}>{children}</span>;
}

/** Something to do or a page to go to; nothing where the person may not open it. */
export function PageLink(props: Props) {
  return useAccess().mayOpen(props.to) && <Link {...props} />;
}

/** Like {@link PageLink}, for a file to download. */
export function FileLink({ href, children, ...props }: ComponentProps<"a"> & { href: string }) {
  if (!useAccess().mayOpen(href)) return null;
  return (
    <a href={href} {...props} download>
      {children}
    </a>
  );
}
