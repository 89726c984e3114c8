import { href, redirect } from "react-router";

/** An address from before: the programs are the services and their prices. */
export const loader = () => redirect(`${href("/voice-piano-services")}#pricing`, 301);
