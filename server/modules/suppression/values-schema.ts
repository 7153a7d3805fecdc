export const SUPPRESSION_REASONS = ['erased', 'hard_bounce', 'complaint', 'manual', 'import'] as const

export const INSTANCE_REASONS = ['role_account', 'legal', 'complaint', 'spam_trap', 'erased', 'other'] as const
