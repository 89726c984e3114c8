import { Link } from "react-router";

export function NothingFound({ to = "?" }: { to?: string }) {
  return (
    <p className="py-6">
      Nothing matches.{" "}
      <Link className="link" to={to}>
        Show everything
      </Link>
    </p>
  );
}
