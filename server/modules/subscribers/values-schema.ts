export const STATES = ['active', 'inactive', 'bounced', 'complained', 'cancelled'] as const
