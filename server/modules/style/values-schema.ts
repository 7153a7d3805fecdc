export const LOGO_SIZES = ['small', 'medium', 'large'] as const

/** Minimum contrast of text with its background (WCAG 2). Lower values are rejected; 4.5 is comfortable. */
export const MIN_CONTRAST = 3
