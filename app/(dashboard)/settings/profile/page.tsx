import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { ProfileCard } from './profile-card'

export const metadata: Metadata = { title: 'Profile' }

export default queryPage(ProfileCard, ({ trpc }) => [trpc.account.profile.queryOptions()])
