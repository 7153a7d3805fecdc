import type { EmailRef } from '@/components/email-editor/email-ref'
import { LinkProgress, useLinkCheck } from '@/components/email-editor/link-check'
import { type OnFix, RemarkList } from '@/components/email-editor/remark-list'
import { Alert } from '@/components/ui/alert'
import type { Remark } from '@/server/modules/delivery/preflight-schema.ts'

interface FindingsProps {
  email: EmailRef
  /** Findings in the email itself. Links and images are checked here. */
  remarks: readonly Remark[]
  onFix?: OnFix | undefined
  /** Result when nothing is wrong, such as "Ready to send." */
  success: string
  /** True if the page shows other problems next to these. */
  hasOtherProblems?: boolean
}

/** All findings about an email. Shows success only if nothing is wrong and the links have been checked too. */
export function Findings({ email, remarks, onFix, success, hasOtherProblems = false }: FindingsProps) {
  const links = useLinkCheck(email)
  const all = [...remarks, ...(links.data?.remarks ?? [])]
  const is_good = all.length === 0 && !hasOtherProblems && links.data?.is_done === true
  return (
    <div className="grid gap-3">
      {is_good ? <Alert tone="success" title={success} /> : null}
      {all.length > 0 ? <RemarkList remarks={all} onFix={onFix} /> : null}
      <LinkProgress check={links} />
    </div>
  )
}
