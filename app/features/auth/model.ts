/**
 * Somebody whom the gate has let in. Admin queries and commands take one as an argument,
 * so that none can be called without having asked.
 */
export type Administrator = { userId: string; email: string };
