import type { Metadata } from 'next'
import { ForgotPassword } from './forgot-password'

export const metadata: Metadata = { title: 'Set a new password' }

export default function ForgotPasswordPage() {
  return <ForgotPassword />
}
