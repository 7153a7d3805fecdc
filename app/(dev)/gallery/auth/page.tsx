import { AuthFrame } from '@/components/auth/auth-frame'
import { AuthSample } from './auth-sample'

/** `?form=sign-in`, `sign-up`, `forgot-password` or `reset-password`. */
export default async function AuthGalleryPage({ searchParams }: { searchParams: Promise<{ form?: string }> }) {
  const { form = 'sign-in' } = await searchParams
  return (
    <AuthFrame>
      <AuthSample form={form} />
    </AuthFrame>
  )
}
