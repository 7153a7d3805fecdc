export const BUTTON_STYLES = ['rounded', 'square', 'pill', 'outline'] as const

/** Widths of the content. Outlook and phones display wider emails poorly. */
export const WIDTHS = { min: 400, max: 800 }

export const LOGO_WIDTHS = { min: 16, max: 600 }

export const LAYOUT_NAMES = ['Modern', 'Classic', 'Card', 'Text Only'] as const
