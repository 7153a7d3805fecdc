export const LEAVE_REASONS = ['too_many', 'not_relevant', 'never_signed_up', 'other'] as const
