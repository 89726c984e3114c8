import { data, href, Link } from "react-router";
import { EmptyList } from "#app/ui/empty-list.tsx";

export const handle = { title: "Not found" };
export const loader = () => data(null, 404);

export default function AdminNotFound() {
  return (
    <>
      <h1 className="display-3">There is nothing here.</h1>
      <EmptyList>
        The link may be missing a character, or what it led to has been deleted.{" "}
        <Link to={href("/admin")} className="link">
          Back to the dashboard
        </Link>
      </EmptyList>
    </>
  );
}
