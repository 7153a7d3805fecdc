'use client'

import { useRouter } from 'next/navigation'
import { ErrorState } from '@/components/error-state'
import { Page } from '@/components/page-header'

export function DraftFailed({ message }: { message: string }) {
  const router = useRouter()
  return (
    <Page>
      <ErrorState as="h1" title="Couldn’t create the draft" description={message} onRetry={() => router.refresh()} />
    </Page>
  )
}
