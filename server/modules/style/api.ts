import { route } from '../../rest/route.ts'
import { StyleDetail, StyleInput } from './schema.ts'
import { getStyle, removeStyle, saveStyle } from './service.ts'

const style = { credential: 'any', as: 'style', of: StyleDetail } as const

export const styleApi = [
  route(
    'GET /account/style',
    {
      ...style,
      scope: 'read',
      summary: 'Read the style',
      description: 'The logo, fonts and colors of everything public. `is_chosen` is false for the defaults.',
    },
    getStyle,
  ),
  route(
    'PUT /account/style',
    {
      ...style,
      scope: 'write',
      names_fields: true,
      summary: 'Set the style',
      description: 'All properties are required. 422 for text that can’t be read on its background.',
      body: StyleInput,
    },
    saveStyle,
  ),
  route(
    'DELETE /account/style',
    {
      scope: 'write',
      credential: 'any',
      summary: 'Remove the style',
      description: 'Pages and emails have their defaults again.',
    },
    removeStyle,
  ),
]
