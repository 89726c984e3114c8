import { useRouteLoaderData } from "react-router";

/** The address that whoever reads this page of the admin signed in with. */
export function useOwnEmail(): string | undefined {
  return (useRouteLoaderData("routes/admin/layout") as { email: string } | undefined)?.email;
}
