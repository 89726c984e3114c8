/** The process is alive; says nothing of what is behind it. */
export function loader() {
  return Response.json({ ok: true }, { headers: { "Cache-Control": "no-store" } });
}
