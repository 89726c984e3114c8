import { href, Link, Outlet } from "react-router";
import { Brand } from "#app/ui/brand.tsx";

export default function AuthLayout() {
  return (
    <div className="mx-auto flex min-h-dvh w-[min(100%-2.5rem,26rem)] flex-col justify-center gap-8 py-12">
      <p>
        <Link to={href("/")} className="link">
          Back to Home
        </Link>
      </p>
      <Brand />
      <Outlet />
    </div>
  );
}
