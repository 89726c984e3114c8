import { href, Link } from "react-router";

export function QuoteNotFound({ failed }: { failed: boolean }) {
  return (
    <div className="flex flex-col items-start gap-4">
      {failed && <p role="alert">Failed to load quote details.</p>}
      <p className="display-3 font-display">Quote not found.</p>
      <Link to={href("/admin/quotes")} className="button quiet">
        Back to Quotes
      </Link>
    </div>
  );
}
