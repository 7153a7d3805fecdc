import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { LANDING_BOUNDS } from '@/server/lib/page/landing/bounds.ts'
import { titleOf } from '@/server/lib/page/landing/document.ts'
import { Line, Panel, SectionPicture } from './panel'
import type { Draft } from './use-draft'

/** Edits the title, description and image for search engines and shared links. */
export function PagePanel({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { page, edit } = draft
  return (
    <Panel title="Title and sharing" onClose={onClose}>
      <Line
        label="Title"
        description="Shown in the browser tab and in search results."
        placeholder={titleOf(page)}
        value={page.title}
        onChange={(title) => edit({ ...page, title }, 'page.title')}
      />
      <Field label="Description" description="For search engines, and where the page is shared.">
        <Textarea
          rows={3}
          maxLength={LANDING_BOUNDS.description}
          value={page.description}
          onChange={({ target }) => edit({ ...page, description: target.value }, 'page.description')}
        />
      </Field>
      <SectionPicture
        label="Image where the page is shared"
        draft={draft}
        value={page.picture_id}
        onChange={(picture_id) => edit({ ...page, picture_id })}
      />
      <Field label="Show your logo or name at the top" layout="inline">
        <Checkbox
          checked={page.has_name}
          onCheckedChange={(checked) => edit({ ...page, has_name: checked === true })}
        />
      </Field>
      {draft.variant === 'b' ? (
        <p className="text-muted-foreground text-sm">Version A decides whether search engines list the page.</p>
      ) : (
        <Field label="Let search engines list this page" layout="inline">
          <Checkbox
            checked={page.is_listed}
            onCheckedChange={(checked) => edit({ ...page, is_listed: checked === true })}
          />
        </Field>
      )}
    </Panel>
  )
}
