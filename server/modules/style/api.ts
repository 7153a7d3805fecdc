import { route } from '../../rest/route.ts'
import { StyleDetail, StyleInput } from './schema.ts'
import { getStyle, removeStyle, saveStyle } from './service.ts'

const style = { as: 'style', of: StyleDetail } as const

export const styleApi = [
  route('GET /account/style', getStyle, {
    ...style,
    summary: 'Read the style',
    description: 'The logo, fonts and colors of everything public. `is_chosen` is false for the defaults.',
  }),
  route('PUT /account/style', saveStyle, {
    ...style,
    names_fields: true,
    summary: 'Set the style',
    description: 'All properties are required. 422 for text that can’t be read on its background.',
    body: StyleInput,
  }),
  route('DELETE /account/style', removeStyle, {
    summary: 'Remove the style',
    description: 'Pages and emails have their defaults again.',
  }),
]
