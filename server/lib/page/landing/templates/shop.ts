import { footer, form, hero, list, pageOf, testimonial } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const shop: LandingTemplate = {
  name: 'shop',
  label: 'Product launch',
  purpose: 'Build up to a launch, a drop or a restock.',
  form: {
    heading: 'Be there when it opens',
    description: 'Subscribers can order a day early. We write three times: before, on the day, and when it ships.',
    button_label: 'Tell me first',
  },
  page: pageOf(
    { description: 'The spring collection: 120 pieces, thrown and glazed by hand. Subscribers order a day early.' },
    [
      hero({
        layout: 'media_right',
        media: 'drawing',
        drawing: 'vases',
        background: 'plain',
        eyebrow: 'Spring collection',
        heading: 'Made slowly. Gone quickly.',
        text: 'One hundred and twenty vases, bowls and cups, thrown by hand in a small studio. When they are gone, we make something else.',
        button_label: 'Get early access',
        note: 'Opens on the first Friday of March, at noon.',
      }),
      list({ look: 'cards', background: 'tint', heading: 'What is coming' }, [
        ['The tall vase', 'Stoneware with a matte white glaze. 32 cm, for branches. €84'],
        ['The breakfast bowl', 'Deep enough for seconds. Dishwasher safe. €32'],
        ['The everyday cup', 'No handle, two sizes, five glazes. €26'],
      ]),
      list({ look: 'checks', heading: 'Good to know' }, [
        ['Every piece is one of a kind', 'Small differences in color are the point.'],
        ['Shipped without plastic', 'In paper and straw, within five days.'],
        ['Broken on the way?', 'Send a photo, and we replace it.'],
        ['Made to be used', 'Food safe, and fired twice.'],
      ]),
      testimonial({
        background: 'tint',
        items: [
          {
            quote:
              'I set an alarm for the last drop and I would do it again. The bowls are the best thing in my kitchen.',
            name: 'Lucía Romero',
            role: 'Customer since 2021',
            picture_id: null,
          },
        ],
      }),
      form({ background: 'accent' }),
      footer({ text: 'Thrown, glazed and packed by two people and a dog.' }),
    ],
  ),
}
