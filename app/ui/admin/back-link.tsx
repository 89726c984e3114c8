import { Link } from "react-router";

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="no-print mb-3 text-base">
      <Link to={to} className="link tall">
        {children}
      </Link>
    </p>
  );
}
