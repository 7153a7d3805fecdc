import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyButton } from '@/components/copy-button'
import { errorText } from '@/components/error-text'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { EditedPost } from '@/server/modules/posts/schema.ts'

/** Shows the post’s current or future URL, and edits its last part. */
export function PostAddress({ post }: { post: EditedPost }) {
  const [open, setOpen] = useState(false)
  const address = post.own_slug ? `${post.site_url}/${post.own_slug}` : null
  return (
    <div className="grid gap-1 text-sm">
      <span className="flex items-center justify-between gap-2">
        <span className="font-medium">Web address</span>
        <IfRole atLeast="editor">
          <Button variant="ghost" size="sm" aria-label="Edit web address" onClick={() => setOpen(true)}>
            Edit
          </Button>
        </IfRole>
      </span>
      <span className="flex items-start gap-2 text-muted-foreground">
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {address ?? 'Created from the title when you publish.'}
        </span>
        {post.public_url ? <CopyButton value={post.public_url} label="address" /> : null}
      </span>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Web address"
        description={
          post.public_url
            ? 'The old address redirects to the new one, so links in emails and elsewhere keep working.'
            : 'Use letters and digits, with hyphens between words.'
        }
      >
        {open ? <AddressForm post={post} onClose={() => setOpen(false)} /> : null}
      </Dialog>
    </div>
  )
}

function AddressForm({ post, onClose }: { post: EditedPost; onClose: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id } = post
  const { run, isPending } = useAction(trpc.posts.setSlug)
  const [slug, setSlug] = useState(post.own_slug ?? '')
  const [problem, setProblem] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Otherwise the event reaches the editor, in which this dialog is rendered.
    event.stopPropagation()
    try {
      const saved = await run({ id, slug })
      client.setQueryData(trpc.posts.get.queryKey({ id }), saved)
      await client.invalidateQueries(trpc.posts.list.pathFilter())
      toast.success('Address saved')
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Address ending" description={`After ${post.site_url}/`} error={problem}>
        <Input
          autoFocus
          value={slug}
          maxLength={100}
          placeholder="a-bench-for-the-yard"
          onChange={(event) => {
            setSlug(event.target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      <DialogActions onClose={onClose} pending={isPending} confirmLabel="Save address" />
    </form>
  )
}
