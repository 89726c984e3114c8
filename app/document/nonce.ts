import { createContext } from "react-router";

/** Null for prerendered pages: their policy has hashes. */
export const nonceContext = createContext<string | null>(null);
