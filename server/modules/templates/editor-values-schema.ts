export const FONT_NAMES = ['system', 'helvetica', 'verdana', 'trebuchet', 'georgia', 'palatino', 'courier'] as const

export const BUTTON_STYLES = ['rounded', 'square', 'pill', 'outline'] as const

/** Of the content. Outlook and phones show wider emails badly. */
export const WIDTHS = { min: 400, max: 800 }

export const LOGO_WIDTHS = { min: 16, max: 600 }
