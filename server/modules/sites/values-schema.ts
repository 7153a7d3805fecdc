/** Length of the name in a public site's address. */
export const MIN_NAME_LENGTH = 3
export const MAX_NAME_LENGTH = 40
