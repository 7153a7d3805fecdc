import type { Metadata } from 'next'
import { PageData } from '../../page-data'
import { ProfileCard } from './profile-card'

export const metadata: Metadata = { title: 'Profile' }

export default function ProfilePage() {
  return (
    <PageData queries={({ trpc }) => [trpc.account.profile.queryOptions()]}>
      <ProfileCard />
    </PageData>
  )
}
