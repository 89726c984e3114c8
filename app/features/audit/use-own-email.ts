import { useRouteLoaderData } from "react-router";

export function useOwnEmail(): string | undefined {
  return (useRouteLoaderData("routes/admin/layout/route") as { email: string } | undefined)?.email;
}
