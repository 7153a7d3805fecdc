export const FORM_STATUSES = ['active', 'archived', 'trashed'] as const

export const FORM_FORMATS = ['inline', 'modal', 'slide in', 'sticky bar'] as const
