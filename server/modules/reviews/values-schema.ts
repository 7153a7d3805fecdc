export const REVIEW_KINDS = ['app', 'template'] as const

export const REVIEW_STATES = ['in_review', 'published'] as const
