import { href } from "react-router";

/** A place in the admin to go to after signing in; anything that is not one becomes its first page. */
export function safeNext(next: string | null | undefined): string {
  return next && /^\/admin(\/[\w\-/]*)?(\?[\w\-=&%.+]*)?$/.test(next) && !next.includes("//") ? next : href("/admin");
}
