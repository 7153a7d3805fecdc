import { Alert } from '@/components/ui/alert'
import { ROLE_LABELS } from '@/server/modules/accounts/role-schema.ts'

/** Shown to viewers, who can read the results of imports. */
export const ImportersOnly = () => <Alert title={`Only ${ROLE_LABELS.editor.at_least} can import subscribers`} />
