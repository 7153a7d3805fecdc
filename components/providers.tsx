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

// All error pages use these, so load them once with the root layout. Otherwise the page and each error page around it would load their own
// copy.
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
