import type { Editor } from '@tiptap/react'
import { ConditionDialog, SocialDialog, VideoDialog } from '@/components/editor/block-dialogs'
import type { EditorDialog } from '@/components/editor/editor-tools'
import { ButtonDialog, LinkDialog } from '@/components/editor/insert-dialogs'
import { ImageDescriptionDialog, InsertImageDialog } from '@/components/editor/insert-image-dialog'

interface EditorDialogsProps {
  editor: Editor
  /** The dialog that is open. */
  dialog: EditorDialog | undefined
  onClose: () => void
}

export function EditorDialogs({ editor, dialog, onClose }: EditorDialogsProps) {
  const dialogProps = (name: EditorDialog) => ({ editor, open: dialog === name, onClose })
  return (
    <>
      <LinkDialog {...dialogProps('link')} />
      <InsertImageDialog {...dialogProps('image')} />
      <ImageDescriptionDialog {...dialogProps('description')} />
      <ButtonDialog {...dialogProps('button')} />
      <VideoDialog {...dialogProps('video')} />
      <SocialDialog {...dialogProps('social')} />
      <ConditionDialog {...dialogProps('condition')} />
    </>
  )
}
