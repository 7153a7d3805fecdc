/** Colors of tags, shown in the dashboard as tints of the design system. */
export const TAG_COLORS = ['petrol', 'green', 'yellow', 'orange', 'red', 'blue'] as const
export type TagColor = (typeof TAG_COLORS)[number]
