import { href } from "react-router";
import { content } from "#app/content/content.ts";

export function ErrorPage() {
  const { email } = content().site;
  return (
    <main className="wrap flex min-h-[70vh] flex-col justify-center gap-6 py-20">
      <title>Something went wrong</title>
      <h1 className="display-2">Something went wrong</h1>
      <p className="measure">
        It's our fault, not yours. Please try again in a moment, or email{" "}
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
        .
      </p>
      <p>
        <a href={href("/")} className="button">
          Return to Home
        </a>
      </p>
    </main>
  );
}
