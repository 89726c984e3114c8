import { data, href, Link } from "react-router";

export const handle = { title: "Not found" };
export const loader = () => data(null, 404);

export default function AdminNotFound() {
  return (
    <p>
      There is nothing here.{" "}
      <Link to={href("/admin")} className="link">
        Back to the dashboard
      </Link>
    </p>
  );
}
