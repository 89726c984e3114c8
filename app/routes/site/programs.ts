import { href, redirect } from "react-router";

// An old path that other sites still link to.
export const loader = () => redirect(`${href("/voice-piano-services")}#pricing`, 301);
