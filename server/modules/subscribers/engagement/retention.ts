const RETENTION_MONTHS = 60

/** Returns the start of the UTC day 60 months ago, the first with statistics (contract 13). */
export function retentionStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - RETENTION_MONTHS, now.getUTCDate()))
}
