import { useRef } from "react";
import { Form, href, Link } from "react-router";
import { ChevronsUpDown } from "#app/ui/icons.gen.tsx";
import { ThemeSwitch } from "#app/features/theme/theme-switch.tsx";
import { useClosedOnLeaving } from "./closed-on-leaving.ts";

const openerClass = [
  "flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1.5 text-left",
  "hover:bg-surface",
].join(" ");
const initialClass = [
  "flex size-8 shrink-0 items-center justify-center rounded-full border border-brass",
  "font-display uppercase",
].join(" ");
const menuClass = [
  "account-menu rounded-sm border border-line bg-surface p-2 text-base text-ink shadow-lg",
].join(" ");
const entryClass =
  "flex min-h-11 w-full cursor-pointer items-center rounded-sm px-2.5 hover:bg-raised";

export function AccountMenu({ email }: { email: string }) {
  const menu = useRef<HTMLDivElement>(null);
  useClosedOnLeaving(menu);
  return (
    <>
      <button type="button" popoverTarget="account-menu" className={openerClass}>
        <span aria-hidden="true" className={initialClass}>
          {email.charAt(0)}
        </span>
        <LoggedIn email={email} />
        <ChevronsUpDown size={16} className="ml-auto shrink-0 text-soft" />
      </button>
      <div ref={menu} id="account-menu" popover="auto" className={menuClass}>
        <AccountEntries email={email} />
      </div>
    </>
  );
}

function LoggedIn({ email }: { email: string }) {
  return (
    <span className="min-w-0 text-sm/5">
      <span className="block text-soft">Logged in as </span>
      <span className="block truncate" title={email}>
        {email}
      </span>
    </span>
  );
}

export function AccountEntries({ email }: { email: string }) {
  return (
    <>
      <Link to={href("/admin/account")} className={entryClass}>
        <span className="min-w-0 py-1">
          Account
          <span className="block text-sm text-soft wrap-anywhere">{email}</span>
        </span>
      </Link>
      <Link to={href("/")} className={entryClass}>
        Back to Site
      </Link>
      <div className="my-1 border-y border-line px-2.5 py-2">
        <ThemeSwitch inline />
      </div>
      <Logout className={entryClass} />
    </>
  );
}

export function Logout({ className = "link cursor-pointer" }: { className?: string }) {
  return (
    <Form method="post" action={href("/logout")}>
      <button type="submit" className={className}>
        Logout
      </button>
    </Form>
  );
}
