'use client'

import { useEffect } from 'react'
import { errorText } from '@/components/error-text'
import { httpStatus } from '@/components/request-error'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { setViewedAccount, whenOver } from '@/components/viewed-account'
import { currentLocale } from '@/server/lib/locale/current.ts'

interface ViewBannerProps {
  account_id: number
  account_name: string
  endsAt: string
}

/** Shows that an administrator is viewing another account, with a button to stop. */
export function ViewBanner({ account_id, account_name, endsAt }: ViewBannerProps) {
  const trpc = useTRPC()
  // A full page load, so no data of the account stays in the browser.
  const leave = () => window.location.assign(`/admin/accounts/${account_id}`)
  useEffect(() => {
    setViewedAccount(account_id)
    const stop = whenOver(new Date(endsAt), () => window.location.assign(`/admin/accounts/${account_id}`))
    return () => {
      stop()
      setViewedAccount(undefined)
    }
  }, [account_id, endsAt])
  const stop = useAction(trpc.admin.accounts.stopView, {
    onDone: leave,
    // A conflict means that the view had already ended.
    onError: (error) => (httpStatus(error) === 409 ? leave() : toast.error(errorText(error))),
  })
  const time = new Date(endsAt).toLocaleTimeString(currentLocale().tag, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return (
    <div className="sticky top-0 z-30 mx-auto w-full max-w-6xl px-4 pt-4 max-lg:top-14 sm:px-8 lg:px-10">
      <Alert
        tone="warning"
        title={`You are viewing ${account_name} as an administrator, read-only`}
        action={{ label: 'Stop', pending: stop.isPending, onClick: () => stop.start() }}
      >
        Until {time} UTC. Nothing can be changed or downloaded.
      </Alert>
    </div>
  )
}
