import { Link } from "react-router";
import { EmptyList } from "#app/ui/empty-list.tsx";

export function NothingFound({ to = "?" }: { to?: string }) {
  return (
    <EmptyList>
      Nothing matches.{" "}
      <Link className="link" to={to}>
        Show everything
      </Link>
    </EmptyList>
  );
}
