const RETENTION_MONTHS = 60

/** Statistics are kept for 60 months, to the UTC day (contract 13). */
export function retentionStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - RETENTION_MONTHS, now.getUTCDate()))
}
