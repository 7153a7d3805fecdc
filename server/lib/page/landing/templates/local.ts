import { footer, form, hero, list, pageOf, testimonial } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const local: LandingTemplate = {
  name: 'local',
  label: 'Local business',
  purpose: 'Opening hours, where to find you, and a reason to come back.',
  form: {
    heading: 'Good news from around the corner',
    description: 'One email a month: new things, events, and a free coffee on your birthday.',
    button_label: 'Keep me posted',
    ask_first_name: true,
  },
  page: pageOf({ description: 'Neighborhood café and bakery. Bread from 7, coffee all day, closed on Mondays.' }, [
    hero({
      layout: 'media_right',
      media: 'drawing',
      drawing: 'storefront',
      background: 'tint',
      eyebrow: 'Café and bakery',
      heading: 'Bread at seven, coffee all day',
      text: 'A corner café with a very old oven. We bake what the season gives us, and we know most people by their order.',
      button_label: 'Get the monthly menu',
      note: '12 Mill Street, next to the library',
    }),
    list({ look: 'cards', heading: 'Come by' }, [
      ['Opening hours', 'Tuesday to Friday 7-18\nSaturday and Sunday 8-17\nMonday closed'],
      ['Find us', '12 Mill Street, two minutes from the market square. Bikes can stand in the yard.'],
      ['Reserve', 'For more than four people, call [020 555 0142](tel:0205550142).'],
    ]),
    list({ look: 'checks', background: 'tint', heading: 'Only for the list' }, [
      ['The menu before it is on the board'],
      ['A seat at our bread workshops'],
      ['A free coffee on your birthday'],
      ['First call on the Christmas stollen'],
    ]),
    testimonial({
      items: [
        {
          quote: 'The cinnamon buns are the reason I get up on Sundays. The people are the reason I stay.',
          name: 'Ruth Adeyemi',
          role: 'Lives upstairs',
          picture_id: null,
        },
      ],
    }),
    form({ background: 'accent', layout: 'beside' }),
    footer({ text: '12 Mill Street · Tuesday to Sunday' }),
  ]),
}
