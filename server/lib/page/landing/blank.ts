import type {
  FooterSection,
  FormSection,
  HeroSection,
  LandingPage,
  ListSection,
  PictureSection,
  Section,
  SectionKind,
  TestimonialSection,
  TextSection,
} from './document.ts'

/** A section without choices. */
const BLANK: { [Kind in SectionKind]: Omit<Extract<Section, { kind: Kind }>, 'id'> } = {
  hero: {
    kind: 'hero',
    background: 'plain',
    layout: 'center',
    media: 'none',
    picture_id: null,
    drawing: 'envelope',
    drawing_text: '',
    eyebrow: '',
    heading: '',
    text: '',
    button_label: '',
    button_url: '',
    note: '',
  },
  text: { kind: 'text', background: 'plain', heading: '', text: '', align: 'left' },
  picture: { kind: 'picture', background: 'plain', picture_id: null, caption: '', width: 'wide' },
  list: { kind: 'list', background: 'plain', look: 'checks', heading: '', text: '', items: [] },
  testimonial: { kind: 'testimonial', background: 'plain', heading: '', items: [] },
  form: { kind: 'form', background: 'tint', layout: 'center' },
  footer: { kind: 'footer', background: 'plain', text: '', links: [] },
}

type Given<Of extends Section> = Partial<Omit<Of, 'id' | 'kind'>>

export const hero = (given: Given<HeroSection>): Section => ({ id: '', ...BLANK.hero, ...given })
export const text = (given: Given<TextSection>): Section => ({ id: '', ...BLANK.text, ...given })
export const picture = (given: Given<PictureSection>): Section => ({ id: '', ...BLANK.picture, ...given })
export const testimonial = (given: Given<TestimonialSection>): Section => ({ id: '', ...BLANK.testimonial, ...given })
export const form = (given: Given<FormSection> = {}): Section => ({ id: '', ...BLANK.form, ...given })
export const footer = (given: Given<FooterSection> = {}): Section => ({ id: '', ...BLANK.footer, ...given })

/** Returns a list section. Its items are given as titles with texts and addresses. */
export const list = (
  given: Omit<Given<ListSection>, 'items'>,
  items: readonly (readonly [title: string, text?: string, url?: string])[],
): Section => ({
  id: '',
  ...BLANK.list,
  ...given,
  items: items.map(([title, words = '', url = '']) => ({ title, text: words, url })),
})

/** Returns a page of these sections, which get ids. */
export function pageOf(page: Partial<Omit<LandingPage, 'sections'>>, sections: readonly Section[]): LandingPage {
  return {
    title: '',
    description: '',
    picture_id: null,
    is_listed: true,
    has_name: true,
    ...page,
    sections: sections.map((section, at) => ({ ...section, id: `s${at + 1}` })),
  }
}

/** Returns sections for a landing page without any: the same words and the same form. */
export const pageOfForm = ({ heading, description }: { heading: string; description: string }): LandingPage =>
  pageOf({}, [
    hero({ layout: 'center', heading, text: description, button_label: '' }),
    form({ background: 'plain' }),
    footer(),
  ])
