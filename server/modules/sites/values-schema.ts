/** Length of the name in the address of a public site. */
export const SHORTEST_NAME = 3
export const LONGEST_NAME = 40
