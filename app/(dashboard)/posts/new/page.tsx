import type { Metadata } from 'next'
import { NewDraft } from '../../new-draft'

export const metadata: Metadata = { title: 'New post' }

export default function NewPostPage() {
  return <NewDraft path="/posts" create={(caller) => caller.posts.create({})} />
}
