import type { ReactNode } from 'react'
import { MailNav } from './mail-nav'

export default function MailLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <MailNav />
      {children}
    </>
  )
}
