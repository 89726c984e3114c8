import { newFormToken } from "#app/features/intake/guard.server.ts";

/** The token of a form that was opened a minute ago, where the site has the tests' AUTH_SECRET. */
export const tokenOfAMinuteAgo = () => newFormToken(new Date(Date.now() - 60_000));
/** Of a form that is sent at once, however slow the machine is. */
export const hastyToken = () => newFormToken(new Date(Date.now() + 60_000));
