import type { ReactNode } from 'react'
import { AuthFrame } from '@/components/auth/auth-frame'
import { instanceSettings } from '@/server/core/instance/settings.ts'
import { legalLinks } from '@/server/core/instance/settings-schema.ts'

export default async function AuthLayout({ children }: { children: ReactNode }) {
  return <AuthFrame links={legalLinks(await instanceSettings())}>{children}</AuthFrame>
}
