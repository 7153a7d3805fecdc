export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'failed'] as const
