/** Length of the name in the address of a public site. */
export const MIN_NAME_LENGTH = 3
export const MAX_NAME_LENGTH = 40
