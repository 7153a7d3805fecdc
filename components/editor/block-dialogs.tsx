import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AddressInput } from '@/components/address-input'
import { type SocialLink, socialFields } from '@/components/editor/blocks/social-links'
import { readVideo } from '@/components/editor/blocks/video'
import { checkTarget, Fields, type LinkDialogProps } from '@/components/editor/insert-dialogs'
import { type Condition, readCondition, writeCondition } from '@/components/editor/liquid/conditions'
import { errorText } from '@/components/error-text'
import { linkTarget } from '@/components/link-target'
import { PictureInput } from '@/components/media/picture-input'
import { copyPicture } from '@/components/media/upload'
import { useTRPC } from '@/components/trpc-provider'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { t } from '@/server/lib/locale/texts.ts'

/** Inserts links to the creator’s profiles, or changes the selected ones. */
export function SocialDialog({ editor, open, onClose }: LinkDialogProps) {
  const links =
    open && editor.isActive('socialLinks') ? (editor.getAttributes('socialLinks').links as SocialLink[]) : []
  const networks = socialFields(links)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Social links"
      description="Add the profiles you want to show. Leave the others empty."
    >
      <Fields
        fields={networks.map(({ label, href }, index) => ({
          name: String(index),
          label,
          initial: href,
          check: (text) => (text.trim() === '' ? undefined : checkTarget(text)),
        }))}
        submitLabel="Save links"
        onCancel={onClose}
        onSubmit={(values) => {
          const filledLinks = networks.flatMap(({ name }, index) => {
            const href = linkTarget(values[index] ?? '')
            return href ? [{ name, href }] : []
          })
          if (links.length > 0) editor.chain().focus().updateAttributes('socialLinks', { links: filledLinks }).run()
          else if (filledLinks.length > 0)
            editor
              .chain()
              .focus()
              .placeBlock({ type: 'socialLinks', attrs: { links: filledLinks } })
              .run()
          onClose()
        }}
      />
    </Dialog>
  )
}

export function VideoDialog({ editor, open, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Video"
      description="Email apps don’t play videos. An image links to yours."
    >
      {open ? <VideoForm editor={editor} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** Copies the provider's thumbnail to the library. If that fails, uses the provider's address and tells the user. */
async function ownPicture(src: string, { alt, provider }: { alt: string; provider: string | null }): Promise<string> {
  if (src !== provider) return src
  try {
    return (await copyPicture(src, alt)).url
  } catch (error) {
    toast.error(`${errorText(error)} ${t`The email shows it from YouTube.`}`)
    return src
  }
}

function VideoForm({ editor, onClose }: Omit<LinkDialogProps, 'open'>) {
  const is_edited = editor.isActive('video')
  const [video, setVideo] = useState(() => ({
    href: '',
    src: '',
    alt: '',
    ...(is_edited && editor.getAttributes('video')),
  }))
  const [is_checked, setChecked] = useState(false)
  const [is_copying, setCopying] = useState(false)
  const is_open = useRef(true)
  useEffect(() => {
    is_open.current = true
    return () => {
      is_open.current = false
    }
  }, [])
  const knownVideo = readVideo(video.href.trim())
  const src = video.src || knownVideo?.picture || ''
  const problems = {
    href: knownVideo ? undefined : 'Enter the address of a video on YouTube or Vimeo',
    src: /^https:\/\/\S+$/i.test(src) ? undefined : 'Choose an image',
    alt: video.alt.trim() ? undefined : 'Say what the video is about',
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Otherwise the event reaches the composer’s form, in which this dialog is rendered.
    event.stopPropagation()
    setChecked(true)
    if (Object.values(problems).some(Boolean)) return
    const alt = video.alt.trim()
    setCopying(true)
    const attrs = {
      href: video.href.trim(),
      src: await ownPicture(src, { alt, provider: knownVideo?.picture ?? null }),
      alt,
    }
    setCopying(false)
    if (!is_open.current || editor.isDestroyed) return
    const chain = editor.chain().focus()
    if (is_edited) chain.updateAttributes('video', attrs).run()
    else chain.placeBlock({ type: 'video', attrs }).run()
    onClose()
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Video URL" error={is_checked ? problems.href : undefined}>
        <AddressInput
          autoFocus
          value={video.href}
          placeholder="https://youtu.be/…"
          onChange={(href) => setVideo({ ...video, href })}
        />
      </Field>
      <Field
        label="Title"
        error={is_checked ? problems.alt : undefined}
        description="Describes the image when it can’t be seen."
      >
        <Input value={video.alt} onChange={(event) => setVideo({ ...video, alt: event.target.value })} />
      </Field>
      <Field
        label="Thumbnail"
        optional={Boolean(knownVideo?.picture)}
        error={is_checked ? problems.src : undefined}
        description={knownVideo?.picture ? 'Without one, YouTube’s thumbnail is copied to your images.' : undefined}
      >
        <PictureInput
          value={video.src}
          onChange={(url) => setVideo({ ...video, src: url })}
          onChoose={(url) => setVideo({ ...video, src: url })}
        />
      </Field>
      <DialogActions onClose={onClose} pending={is_copying} confirmLabel={is_edited ? 'Save video' : 'Insert video'} />
    </form>
  )
}

/** Shows the blocks at the cursor only to subscribers with or without a tag, or inside or outside a segment. */
export function ConditionDialog({ editor, open, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Conditional block"
      description="Only some subscribers see this part. In a post on the web, no one sees it."
    >
      {open ? <ConditionForm editor={editor} onClose={onClose} /> : null}
    </Dialog>
  )
}

function ConditionForm({ editor, onClose }: Omit<LinkDialogProps, 'open'>) {
  const trpc = useTRPC()
  const [condition, setCondition] = useState(
    (): Condition =>
      readCondition(String(editor.getAttributes('condition').open ?? '')) ?? { by: 'tag', name: '', has: true },
  )
  const { by, name, has } = condition
  const { label, choose, none, description } = CONDITION_TEXTS[by]
  const tags = useQuery(trpc.tags.list.queryOptions({ per_page: 1000 }, { enabled: by === 'tag' }))
  const segments = useQuery(trpc.segments.list.queryOptions({ per_page: 1000 }, { enabled: by === 'segment' }))
  const [is_checked, setChecked] = useState(false)
  const list = by === 'tag' ? tags : segments
  const names = [...new Set((list.data?.rows ?? []).map((one) => one.name).filter(canBeQuoted))]
  const options = names.includes(name) || !name ? names : [name, ...names]
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setChecked(true)
        if (!name) return
        editor.chain().focus().setCondition(writeCondition(condition)).run()
        onClose()
      }}
    >
      <Field label="Show to subscribers">
        <SelectInput
          value={`${by} ${has}`}
          options={[
            { value: 'tag true', label: 'With the tag' },
            { value: 'tag false', label: 'Without the tag' },
            { value: 'segment true', label: 'In the segment' },
            { value: 'segment false', label: 'Outside the segment' },
          ]}
          onChange={(value) => {
            const [chosen, has] = value.split(' ') as [Condition['by'], string]
            setCondition({ by: chosen, has: has === 'true', name: chosen === by ? name : '' })
          }}
        />
      </Field>
      <Field label={label} error={is_checked && !name ? choose : undefined} description={description}>
        <SelectInput
          key={by}
          value={name}
          placeholder={list.data && options.length === 0 ? none : choose}
          options={options.map((one) => ({ value: one, label: one }))}
          onChange={(chosen) => setCondition({ ...condition, name: chosen })}
        />
      </Field>
      <DialogActions onClose={onClose} confirmLabel="Save condition" />
    </form>
  )
}

const CONDITION_TEXTS: Record<Condition['by'], Record<'label' | 'choose' | 'none' | 'description', string>> = {
  tag: {
    label: 'Tag',
    choose: 'Choose a tag',
    none: 'No tags yet',
    description: 'Renaming the tag updates this block.',
  },
  segment: {
    label: 'Segment',
    choose: 'Choose a segment',
    none: 'No segments yet',
    description: 'Membership is checked when the email is sent. Renaming the segment updates this block.',
  },
}

/** Liquid strings have no escapes, and Liquid tags end at the first delimiter. */
const canBeQuoted = (name: string): boolean => !(name.includes('"') && name.includes("'")) && !name.includes('%}')
