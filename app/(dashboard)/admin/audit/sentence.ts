import { auditSentence } from '@/server/core/audit/actions.ts'
import type { AuditView } from '@/server/modules/admin/audit-schema.ts'

/** Returns a sentence, such as "Nora Lind approved the app “Glaze book”". */
export function sentenceOf({ by, acted_as, action, details, summary }: AuditView): string {
  if (summary) return by ? `${summary} (${by})` : summary
  const who = by ?? (acted_as === 'service' ? 'The command line or a job' : 'A former user')
  return `${who} ${auditSentence(action, details)}`
}
