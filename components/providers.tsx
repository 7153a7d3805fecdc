'use client'

import Link from 'next/link'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { ErrorState } from '@/components/error-state'
import { PageTitle } from '@/components/page-title'
import { ConfirmIdentity } from '@/components/security/confirm-on-demand'
import { ThemeFollower } from '@/components/theme'
import { EnvoiTRPCProvider } from '@/components/trpc-provider'
import { Toaster } from '@/components/ui/sonner'

// Shared by every error page, so loaded once with the root layout. Otherwise each error page around a page, and the page itself, would
// bring a copy of their own.
void [ErrorState, Link]

export function Providers({ children }: { children: ReactNode }) {
  return (
    <NuqsAdapter>
      <EnvoiTRPCProvider>
        {children}
        <ThemeFollower />
        <PageTitle />
        <ConfirmIdentity />
        <Toaster />
      </EnvoiTRPCProvider>
    </NuqsAdapter>
  )
}
