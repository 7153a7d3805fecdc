/** Shown when an error has no message of its own. */
export const somethingWentWrong = () => 'Something went wrong. Try again.'

/** Returns an error's message, in the server's words. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : somethingWentWrong())
