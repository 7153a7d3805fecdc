import { useDeferredValue, useState } from 'react'
import { EmptyState } from '@/components/empty-state'
import { IfRole } from '@/components/role'
import { Dialog } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import type { Picture } from '@/server/modules/media/schema.ts'
import { PictureGrid } from './picture-grid'
import { pictureHint } from './upload'
import { UploadArea, UploadButton } from './upload-area'
import { useUploads } from './use-uploads'

/** Chooses an image from the library, or uploads one and chooses it, and closes. */
export function PicturePicker({ onChoose, onClose }: { onChoose: (picture: Picture) => void; onClose: () => void }) {
  const choose = (picture: Picture) => {
    onClose()
    onChoose(picture)
  }
  return (
    <Dialog
      onClose={onClose}
      title="Choose an image"
      description={`Upload, drop or paste one. ${pictureHint()}`}
      className="sm:max-w-4xl"
    >
      <PictureChoice onChoose={choose} />
    </Dialog>
  )
}

/** The picker without its dialog. */
export function PictureChoice({ onChoose }: { onChoose: (picture: Picture) => void }) {
  const [search, setSearch] = useState('')
  const deferredSearch = useDeferredValue(search.trim())
  const { uploads, add, dismiss } = useUploads(onChoose)
  // Uploads only one file, because the first completed upload is chosen.
  const addOne = (files: File[]) => add(files.slice(0, 1))
  return (
    <UploadArea uploads={uploads} onFiles={addOne} onDismiss={dismiss}>
      <div className="flex flex-wrap gap-2">
        <Input
          type="search"
          aria-label="Search images"
          placeholder="Search images"
          className="min-w-0 flex-1"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <IfRole atLeast="editor">
          <UploadButton is_single variant="outline" onFiles={addOne} />
        </IfRole>
      </div>
      <PictureGrid
        as="h3"
        search={deferredSearch}
        onChoose={onChoose}
        empty={
          <EmptyState
            as="h3"
            illustration="file"
            title="No images yet"
            description="Images that you upload are kept here for your next emails and pages."
          />
        }
      />
    </UploadArea>
  )
}
