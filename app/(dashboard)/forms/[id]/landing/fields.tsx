import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { LANDING_BOUNDS } from '@/server/lib/page/landing/bounds.ts'
import type {
  FooterSection,
  FormSection,
  HeroSection,
  PictureSection,
  TextSection,
} from '@/server/lib/page/landing/document.ts'
import type { FieldsProps } from './fields-props'
import { Items } from './item-fields'
import { Address, Choice, Line, SectionPicture, Words } from './panel'

const LAYOUTS = {
  center: 'Centered text',
  left: 'Text on the left',
  media_right: 'Text left, media right',
  media_left: 'Media left, text right',
  behind: 'Text over an image',
} as const
const MEDIA = { none: 'Nothing', picture: 'An image', drawing: 'A drawing', form: 'The form' } as const
const DRAWING_LABELS = {
  envelope: 'Envelope',
  course: 'Online course',
  book: 'Book',
  cover: 'Podcast cover',
  ticket: 'Ticket',
  hills: 'Hills',
  vases: 'Vases',
  storefront: 'Storefront',
  monogram: 'Your initial',
  waves: 'Waves',
} as const
const WITH_WORDS = ['book', 'cover', 'ticket']

export function HeroFields({ draft, section, change }: FieldsProps<HeroSection>) {
  const { layout, media } = section
  const is_beside = layout === 'media_left' || layout === 'media_right'
  const is_behind = layout === 'behind'
  const { form: _, ...without_form } = MEDIA
  return (
    <>
      <Line
        label="Line above"
        maxLength={LANDING_BOUNDS.label}
        value={section.eyebrow}
        onChange={(eyebrow) => change({ eyebrow }, 'eyebrow')}
      />
      <Line label="Heading" value={section.heading} onChange={(heading) => change({ heading }, 'heading')} />
      <Words label="Text" value={section.text} onChange={(text) => change({ text }, 'text')} />
      <Line
        label="Button"
        maxLength={LANDING_BOUNDS.label}
        value={section.button_label}
        onChange={(button_label) => change({ button_label }, 'button')}
      />
      {section.button_label ? (
        <Address
          label="Button leads to"
          description="Leave empty to link to the form."
          value={section.button_url}
          onChange={(button_url) => change({ button_url }, 'button_url')}
        />
      ) : null}
      <Line label="Small print" value={section.note} onChange={(note) => change({ note }, 'note')} />
      <Choice label="Layout" value={layout} options={LAYOUTS} onChange={(next) => change({ layout: next })} />
      {is_behind ? null : (
        <Choice
          label={is_beside ? 'Media beside the text' : 'Media below the text'}
          value={is_beside || media !== 'form' ? media : 'none'}
          options={is_beside ? MEDIA : (without_form as typeof MEDIA)}
          onChange={(next) => change({ media: next })}
        />
      )}
      {is_behind || media === 'picture' ? (
        <SectionPicture
          label="Image"
          draft={draft}
          value={section.picture_id}
          onChange={(picture_id) => change({ picture_id })}
        />
      ) : null}
      {media === 'drawing' && !is_behind ? (
        <>
          <Choice
            label="Drawing"
            value={section.drawing}
            options={DRAWING_LABELS}
            onChange={(drawing) => change({ drawing })}
          />
          {WITH_WORDS.includes(section.drawing) ? (
            <Line
              label="Drawing text"
              maxLength={LANDING_BOUNDS.label}
              value={section.drawing_text}
              onChange={(drawing_text) => change({ drawing_text }, 'drawing_text')}
            />
          ) : null}
        </>
      ) : null}
    </>
  )
}

export function TextFields({ section, change }: FieldsProps<TextSection>) {
  return (
    <>
      <Line label="Heading" value={section.heading} onChange={(heading) => change({ heading }, 'heading')} />
      <Words
        label="Text"
        rows={12}
        max={LANDING_BOUNDS.long_text}
        value={section.text}
        onChange={(text) => change({ text }, 'text')}
      />
      <Choice
        label="Alignment"
        value={section.align}
        options={{ left: 'Left', center: 'Center' }}
        onChange={(align) => change({ align })}
      />
    </>
  )
}

export function PictureFields({ draft, section, change }: FieldsProps<PictureSection>) {
  return (
    <>
      <SectionPicture
        label="Image"
        draft={draft}
        value={section.picture_id}
        onChange={(picture_id) => change({ picture_id })}
      />
      <Line
        label="Caption"
        maxLength={LANDING_BOUNDS.caption}
        value={section.caption}
        onChange={(caption) => change({ caption }, 'caption')}
      />
      <Choice
        label="Width"
        value={section.width}
        options={{ text: 'As wide as text', wide: 'Wide', full: 'The whole page' }}
        onChange={(width) => change({ width })}
      />
    </>
  )
}

interface FormFieldsProps extends FieldsProps<FormSection> {
  form_id: number
  /** Opens version B's form. */
  onEditForm: () => void
}

export function FormFields({ draft, section, change, form_id, onEditForm }: FormFieldsProps) {
  return (
    <>
      {draft.variant === 'b' ? (
        <Button variant="outline" className="justify-self-start" onClick={onEditForm}>
          Edit the form
        </Button>
      ) : (
        <>
          <p className="text-muted-foreground text-sm">
            The form’s text, fields and button are in its settings, where you also choose what happens after sign-up.
          </p>
          <LinkButton variant="outline" className="justify-self-start" href={`/forms/${form_id}`}>
            Edit the form
          </LinkButton>
        </>
      )}
      <Choice
        label="Layout"
        value={section.layout}
        options={{ center: 'In the middle', beside: 'Text beside the fields' }}
        onChange={(layout) => change({ layout })}
      />
    </>
  )
}

export function FooterFields({ section, change }: FieldsProps<FooterSection>) {
  return (
    <>
      <Words label="Text" rows={3} value={section.text} onChange={(text) => change({ text }, 'text')} />
      <Items
        noun="link"
        items={section.links}
        maxItems={LANDING_BOUNDS.links}
        blank={{ label: '', url: '' }}
        onChange={(links, about) => change({ links }, about)}
      >
        {(link, set) => (
          <>
            <Line
              label="Label"
              maxLength={LANDING_BOUNDS.label}
              value={link.label}
              onChange={(label) => set({ label }, 'label')}
            />
            <Address label="Address" value={link.url} onChange={(url) => set({ url }, 'url')} />
          </>
        )}
      </Items>
    </>
  )
}
