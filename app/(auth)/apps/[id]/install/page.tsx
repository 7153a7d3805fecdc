import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { AppLogo } from '@/components/apps/app-logo'
import { AuthFooter, AuthHeading } from '@/components/auth/auth-heading'
import { PageName } from '@/components/page-name'
import { pageContext, signedIn } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { TooManyLinks } from '../../../expired-link'
import { resolveLink } from '../../../resolve-link'
import { appId, type Query, single } from '../../query'
import { AdminRequired } from './admin-required'
import { InstallDetails } from './install-details'
import { InstallForm } from './install-form'

export const metadata: Metadata = { title: 'Install app' }

interface InstallPageProps {
  params: Promise<{ id: string }>
  searchParams: Promise<Query>
}

/** The page of an install link (contract 10.2). Opening it changes nothing. */
export default async function InstallPage({ params, searchParams }: InstallPageProps) {
  const app_id = appId((await params).id)
  const query = await searchParams
  const return_to = single(query.return_to)
  const service_app_id = single(query.service_app_id)
  const link = new URLSearchParams({
    ...(service_app_id ? { service_app_id } : {}),
    ...(return_to ? { return_to } : {}),
  })
  const path = `/apps/${app_id}/install${link.size > 0 ? `?${link}` : ''}`

  const { user } = await pageContext()
  if (!user) redirect(`${service_app_id ? '/sign-up' : '/login'}?next=${encodeURIComponent(path)}`)
  await signedIn(path)
  const outcome = await resolveLink((await pageCaller()).installs.offer({ app_id, return_to }))
  if ('refusal' in outcome) return <TooManyLinks reason={outcome.refusal} />
  const offer = outcome.found
  if (!offer) notFound()
  if (offer.accounts.length === 0) redirect(`/welcome?next=${encodeURIComponent(path)}`)

  const choices = offer.accounts.filter(({ may_install }) => may_install)
  return (
    <>
      <AppLogo src={offer.app.logo_url} className="mb-5 size-14 rounded-2xl shadow-xs" />
      <PageName name={offer.app.name} />
      <AuthHeading title={`Install ${offer.app.name}`}>
        {offer.app.tagline || `An app by ${offer.app.developer}.`}
      </AuthHeading>
      {choices.length > 0 ? (
        <>
          <InstallDetails offer={offer} />
          <InstallForm app_id={app_id} return_to={return_to} accounts={choices} />
        </>
      ) : (
        <AdminRequired accounts={offer.accounts} />
      )}
      <AuthFooter>You are signed in as {user.email}.</AuthFooter>
    </>
  )
}
