import type { Metadata } from 'next'
import { ColorsCard } from './colors-card'
import { ProfileCard } from './profile-card'

export const metadata: Metadata = { title: 'Profile and colors' }

export default function ProfilePage() {
  return (
    <>
      <ProfileCard />
      <ColorsCard />
    </>
  )
}
