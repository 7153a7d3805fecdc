'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsString, useQueryState } from 'nuqs'
import { EmptyState } from '@/components/empty-state'
import { PictureGrid } from '@/components/media/picture-grid'
import { pictureHint } from '@/components/media/upload'
import { UploadArea, UploadButton } from '@/components/media/upload-area'
import { useUploads } from '@/components/media/use-uploads'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole, useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { bytesText } from '@/server/lib/locale/formats.ts'
import { PictureSheet } from './picture-sheet'
import { storageQuery } from './queries'

/** All images of the account. Files can be dropped and pasted anywhere on the page. */
export function MediaLibrary() {
  const trpc = useTRPC()
  const [search] = useQueryState('q', parseAsString.withDefault(''))
  const [openId, setOpenId] = useQueryState('image', parseAsInteger)
  const storage = useQuery(storageQuery(trpc))
  const { uploads, add, dismiss } = useUploads()
  const may_upload = useHasRole('editor')
  const usage = storage.data
  return (
    <Page>
      <PageHeader
        title="Images"
        description="For your emails, posts, forms, landing pages, templates, profile and style."
        actions={
          <IfRole atLeast="editor">
            <UploadButton onFiles={add} />
          </IfRole>
        }
      />
      <UploadArea uploads={uploads} onFiles={may_upload ? add : () => {}} onDismiss={dismiss}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SearchInput label="Search images" resets={[]} />
          {usage && usage.pictures > 0 ? (
            <p className="text-muted-foreground text-sm tabular-nums">
              {bytesText(usage.bytes)} of {bytesText(usage.max_bytes)} used
            </p>
          ) : null}
        </div>
        <PictureGrid
          as="h2"
          search={search}
          onChoose={({ id }) => void setOpenId(id)}
          empty={
            <EmptyState
              illustration="file"
              title="No images yet"
              description={`Drop images here, paste them, or choose files. ${pictureHint()}`}
              actions={
                <IfRole atLeast="editor">
                  <UploadButton onFiles={add} />
                </IfRole>
              }
            />
          }
        />
      </UploadArea>
      <PictureSheet id={openId} onOpen={(id) => void setOpenId(id)} />
    </Page>
  )
}
