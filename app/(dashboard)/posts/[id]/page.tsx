import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Post } from './post'

export const metadata: Metadata = { title: 'Post' }

export default async function PostPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return <Post id={Number(id)} />
}
