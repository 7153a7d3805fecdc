/** Maximum length of creators' texts about themselves and each other. */
export const MAX_NOTE_LENGTH = 160
/** Maximum number of creators that an account can recommend. */
export const MAX_RECOMMENDED = 20
/**
 * Maximum number of creators shown to a visitor. Together with the visitor's own sign-up, as many as one address may make in ten minutes.
 */
export const MAX_SHOWN = 4
