/** Maximums of a landing page: numbers of characters, or of items. */
export const LANDING_BOUNDS = {
  sections: 40,
  items: 24,
  quotes: 12,
  links: 12,
  label: 80,
  heading: 160,
  description: 300,
  caption: 300,
  text: 1_500,
  long_text: 12_000,
  url: 2_000,
  /** All sections as JSON. */
  page: 100_000,
} as const
