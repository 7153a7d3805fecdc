export const MAX_COLORS = 10
