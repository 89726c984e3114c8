import { useContext } from "react";
import { InlineHeadContext } from "#app/document/inline-head.tsx";

/** `times`: reloads the page with the visitor's zone. `links`: adds it to the links above. */
export function ZoneDetection({ shows }: { shows: "times" | "links" }) {
  const { nonce, zoneScript } = useContext(InlineHeadContext) ?? {};
  return (
    <script
      nonce={nonce}
      data-shows={shows}
      dangerouslySetInnerHTML={{ __html: zoneScript ?? "" }}
    />
  );
}
