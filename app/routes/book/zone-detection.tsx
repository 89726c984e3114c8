import { useContext } from "react";
import { InlineHeadContext } from "#app/document/inline-head.tsx";

/** `times`: the page is opened again with the visitor's zone; `links`: those above lead on with it. */
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
