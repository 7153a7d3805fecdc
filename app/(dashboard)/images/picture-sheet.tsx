import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type FormEvent, useEffect, useState } from 'react'
import { CopyButton } from '@/components/copy-button'
import { EmptyState } from '@/components/empty-state'
import { errorText } from '@/components/error-text'
import { Crop, Trash2 } from '@/components/generated/icons'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { useDeletion } from '@/components/list/use-deletion'
import { Loaded } from '@/components/loaded'
import { groundOf, pixelsText, webpUrl } from '@/components/media/upload'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Sheet } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import { bytesText } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'
import type { Picture, PictureUse } from '@/server/modules/media/schema.ts'
import { MAX_ALT } from '@/server/modules/media/values-schema.ts'
import { PictureUses } from './picture-uses'

const CropDialog = dynamic(() => import('@/components/media/crop-dialog'), { ssr: false })

interface PictureSheetProps {
  id: number | null
  /** Opens another image, or closes the sheet with null. */
  onOpen: (id: number | null) => void
}

/** An image with its texts, addresses and uses. */
export function PictureSheet({ id, onOpen }: PictureSheetProps) {
  const trpc = useTRPC()
  const picture = useQuery({ ...trpc.media.get.queryOptions({ id: id ?? 0 }), enabled: id !== null })
  const uses = useQuery({ ...trpc.media.uses.queryOptions({ id: id ?? 0 }), enabled: id !== null })
  const deletion = useDeletion<Picture>({
    remove: trpc.media.remove,
    undelete: trpc.media.undelete,
    invalidates: trpc.media,
    name: ({ name }) => name,
    onDeleted: () => onOpen(null),
  })
  const is_asked = deletion.question.row !== undefined
  const { refetch } = uses
  useEffect(() => {
    // The confirmation says where the image would be missing, including new uses.
    if (is_asked) void refetch()
  }, [is_asked, refetch])
  return (
    <Sheet open={id !== null} onClose={() => onOpen(null)} title={picture.data?.name ?? 'Image'}>
      {picture.error?.data?.code === 'NOT_FOUND' ? (
        <EmptyState
          as="h3"
          illustration="search"
          title="This image no longer exists"
          description="It was deleted, or it belongs to another account."
        />
      ) : (
        <Loaded query={picture} as="h3" loading={<Skeleton className="h-80 w-full" />}>
          {(loaded) => (
            <Details key={loaded.id} picture={loaded} uses={uses.data} onOpen={onOpen} onDelete={deletion.start} />
          )}
        </Loaded>
      )}
      <DeleteDialog
        {...deletion.question}
        description={() => whatIsLost(uses.data ?? [])}
        confirmLabel="Delete image"
      />
    </Sheet>
  )
}

interface DetailsProps {
  picture: Picture
  uses: PictureUse[] | undefined
  onOpen: (id: number | null) => void
  onDelete: (picture: Picture) => void
}

function Details({ picture, uses, onOpen, onDelete }: DetailsProps) {
  const { url, alt, width, height, bytes, is_animated, sizes } = picture
  const [is_cropping, setCropping] = useState(false)

  return (
    <div className="grid gap-6">
      {/* biome-ignore lint/performance/noImgElement: the library has its own sizes */}
      <img
        src={webpUrl(url)}
        alt={alt}
        width={width}
        height={height}
        className={cn('max-h-72 w-full rounded-lg border border-border object-contain', groundOf(url))}
      />
      <p className="text-muted-foreground text-sm tabular-nums">
        {pixelsText(picture)}, {sizes.length === 1 ? 'one size' : `${sizes.length} sizes`}, {bytesText(bytes)} in total
        {is_animated ? ', animated' : ''}
      </p>
      <Texts picture={picture} />
      <div className="grid gap-1 text-sm">
        <span className="font-medium">Address</span>
        <span className="flex items-start gap-2 text-muted-foreground">
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{url}</span>
          <CopyButton value={url} label="address" />
        </span>
      </div>
      <PictureUses uses={uses} />
      <IfRole atLeast="editor">
        <div className="flex flex-wrap gap-2">
          {is_animated ? null : (
            <Button variant="outline" onClick={() => setCropping(true)}>
              <Crop aria-hidden /> Crop
            </Button>
          )}
          <Button variant="ghost" onClick={() => onDelete(picture)}>
            <Trash2 aria-hidden /> Delete
          </Button>
        </div>
      </IfRole>
      {is_cropping ? (
        <CropDialog
          picture={picture}
          onClose={() => setCropping(false)}
          onDone={(cropped) => {
            setCropping(false)
            onOpen(cropped.id)
          }}
        />
      ) : null}
    </div>
  )
}

function whatIsLost(uses: PictureUse[]): string {
  if (uses.length === 0)
    return t`It is in use, and a gap is shown instead. Its addresses stop working after about an hour. You can undo this right after deleting.`
  const places =
    uses.length === 1
      ? t`One place uses it and will show a gap instead.`
      : t`${uses.length} places use it and will show a gap instead.`
  const sent = uses.some(({ is_sent }) => is_sent)
    ? ' That includes emails that were sent: subscribers who open them see a gap.'
    : ''
  return `${places}${sent} Its addresses stop working after about an hour. You can undo this right after deleting.`
}

function Texts({ picture }: { picture: Picture }) {
  const trpc = useTRPC()
  const update = useAction(trpc.media.update, { invalidates: trpc.media, done: 'Image saved' })
  const [name, setName] = useState(picture.name)
  const [alt, setAlt] = useState(picture.alt)
  const [is_checked, setChecked] = useState(false)
  const may = useHasRole('editor')
  const problem = name.trim() ? undefined : 'Enter a name'

  async function save(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (problem) return
    await update.run({ id: picture.id, name, alt })
  }

  return (
    <form noValidate onSubmit={(event) => void save(event).catch(() => undefined)}>
      <fieldset disabled={!may} className="grid gap-4">
        {update.error ? <Alert role="alert" tone="danger" title={errorText(update.error)} /> : null}
        <Field label="Name" error={is_checked ? problem : undefined}>
          <Input value={name} maxLength={255} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Description" description="For those who can’t see the image. Filled in when you insert it.">
          <Textarea rows={2} value={alt} maxLength={MAX_ALT} onChange={(event) => setAlt(event.target.value)} />
        </Field>
        {may ? (
          <Button type="submit" variant="outline" className="justify-self-start" pending={update.isPending}>
            Save image
          </Button>
        ) : null}
      </fieldset>
    </form>
  )
}
