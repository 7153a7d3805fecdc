/** Characters of what creators say about themselves and each other. */
export const MAX_NOTE_LENGTH = 160
/** Creators whom an account can recommend. */
export const MAX_RECOMMENDED = 20
/** Creators that a visitor sees: with their own sign-up, as many as one address may make in ten minutes. */
export const MAX_SHOWN = 4
