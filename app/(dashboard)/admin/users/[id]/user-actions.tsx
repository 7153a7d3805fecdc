import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { UserDetail } from '@/server/modules/admin/users-schema.ts'
import { ActionsCard } from '../../actions-card'

/** An administrator's actions for a user, each recorded in the audit log. */
export function UserActions({ user }: { user: UserDetail }) {
  const trpc = useTRPC()
  const { id: user_id, email } = user
  const options = { invalidates: trpc.admin.users }
  const end = useAction(trpc.admin.users.endSessions, options)
  const resend = useAction(trpc.admin.users.resendVerification, options)
  const removeFactors = useAction(trpc.admin.users.removeFactors, options)
  const grant = useAction(trpc.admin.users.grant, options)
  const revoke = useAction(trpc.admin.users.revoke, options)
  const administration = {
    title: 'Administration',
    text: 'Administrators can see and change all accounts of this instance.',
  }
  return (
    <ActionsCard
      wraps
      description="Each is recorded in the audit log."
      actions={[
        {
          key: 'sessions',
          title: 'Sessions',
          text: 'Signs the user out in every browser.',
          verb: 'End all sessions',
          question: {
            title: `End ${email}’s sessions`,
            description: 'They have to sign in again in every browser.',
            hint: 'Recorded in the audit log.',
            confirmLabel: 'End sessions',
            onConfirm: (reason) => end.run({ user_id, reason }, 'Sessions ended'),
          },
        },
        {
          key: 'verification',
          isHidden: user.is_verified,
          title: 'Verification',
          text: 'Emails a link that verifies the address and sets a new password.',
          verb: 'Send link',
          question: {
            title: `Send a link to ${email}?`,
            description: 'Following it verifies the address and sets a new password.',
            confirmLabel: 'Send link',
            onConfirm: () => resend.run({ user_id }, 'Link sent'),
          },
        },
        {
          key: 'factors',
          isHidden: !user.has_authenticator && !user.has_passkey,
          title: 'Second factors',
          text: 'For a user who lost them. Check first who is asking.',
          verb: 'Remove',
          question: {
            title: `Remove ${email}’s second factors`,
            description:
              'Removes the authenticator app, all passkeys and recovery codes, and ends all sessions. They are notified by email.',
            label: 'How did you check who is asking?',
            rule: 'check',
            hint: 'Recorded in the audit log.',
            confirmLabel: 'Remove second factors',
            onConfirm: (check) => removeFactors.run({ user_id, check }, 'Second factors removed'),
          },
        },
        {
          key: 'revoke',
          isHidden: !user.is_admin,
          ...administration,
          verb: 'Remove administrator',
          question: {
            title: `Remove ${email} from the administrators`,
            description: 'They keep their own accounts. They are notified by email.',
            hint: 'Recorded in the audit log.',
            confirmLabel: 'Remove administrator',
            onConfirm: (reason) => revoke.run({ user_id, reason }, 'Administrator removed'),
          },
        },
        {
          key: 'grant',
          isHidden: user.is_admin,
          ...administration,
          verb: 'Make administrator',
          question: {
            title: `Make ${email} an administrator?`,
            description: 'They can see and change all accounts of this instance. They are notified by email.',
            confirmLabel: 'Make administrator',
            onConfirm: () => grant.run({ user_id }, 'Administrator added'),
          },
        },
      ]}
    />
  )
}
