export const SUPPRESSION_REASONS = ['erased', 'hard_bounce', 'complaint', 'manual', 'import'] as const
