import { createContext } from "react-router";

/**
 * The nonce of one request's inline scripts and styles. Pages rendered at build have none: their
 * policy names hashes.
 */
export const nonceContext = createContext<string | null>(null);
