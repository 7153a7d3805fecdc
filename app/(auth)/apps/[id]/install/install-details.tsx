import type { ReactNode } from 'react'
import {
  ArrowRightIcon,
  KeyRoundIcon,
  type LucideIcon,
  PuzzleIcon,
  ShieldQuestionIcon,
  UserCheckIcon,
} from '@/components/generated/icons'
import { Alert } from '@/components/ui/alert'
import { listText } from '@/server/lib/locale/formats.ts'
import type { InstallOffer } from '@/server/modules/installs/schema.ts'

const KINDS: Record<string, string> = { content_block: 'content block', media_source: 'media source' }

/** Lists the app’s plugins and requested permissions. */
export function InstallDetails({ offer }: { offer: InstallOffer }) {
  const { app, partner_host, access_host, plugins, return_host } = offer
  return (
    <>
      {app.is_published ? null : (
        <Alert tone="warning" title="Not in the app store" className="mb-6">
          This app was not reviewed. Install it only if you trust the source of the link.
        </Alert>
      )}
      <ul className="mb-7 grid gap-4 text-sm">
        <Line icon={UserCheckIcon}>Developed by {app.developer}.</Line>
        {plugins.length > 0 ? (
          <Line icon={PuzzleIcon}>
            Adds to your editor: {listText(plugins.map(({ kind, name }) => `${name} (${KINDS[kind] ?? 'plugin'})`))}.
          </Line>
        ) : null}
        {partner_host ? <Line icon={KeyRoundIcon}>You sign in at {partner_host} with your account there.</Line> : null}
        <Line icon={ShieldQuestionIcon}>
          {access_host
            ? `${access_host} requests access to your account. You approve it on the next page.`
            : 'It can’t access your subscribers or emails.'}
        </Line>
        {return_host ? <Line icon={ArrowRightIcon}>Then you continue to {return_host}.</Line> : null}
      </ul>
    </>
  )
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted-foreground" />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}
