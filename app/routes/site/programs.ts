import { href, redirect } from "react-router";

// Other sites still link to this old path.
export const loader = () => redirect(`${href("/voice-piano-services")}#pricing`, 301);
