import { z } from 'zod'
import { route } from '../../rest/route.ts'
import { Block, Creator, CreatorSearch, Move, NewRecommendation, OpenInput, RecommendationsView } from './schema.ts'
import {
  blockRecommender,
  findCreators,
  findRelated,
  getRecommendations,
  move,
  recommend,
  saveNote,
  saveOpen,
  stopRecommending,
} from './service.ts'

const write = { names_fields: true, of: RecommendationsView } as const

/** Each change answers with all recommendations, as the dashboard shows them. */
export const recommendationsApi = [
  route('GET /recommendations', getRecommendations, {
    summary: 'Read recommendations',
    description: 'Whom the account recommends after a sign-up, who recommends it, and how many signed up.',
    of: RecommendationsView,
  }),
  route('GET /recommendations/creators', findCreators, {
    role: 'editor',
    summary: 'Find creators to recommend',
    description: 'Up to 10 who are open to it, by their name or that of their site.',
    as: 'creators',
    of: z.array(Creator),
    query: CreatorSearch.extend({ search: CreatorSearch.shape.search.default('') }),
  }),
  route('PUT /recommendations/profile', saveOpen, {
    ...write,
    summary: 'Let others recommend the account',
    description: 'With `is_open`, others can, and `pitch` is what their visitors read.',
    body: OpenInput,
  }),
  route('POST /recommendations', recommend, {
    ...write,
    summary: 'Recommend a creator',
    description: 'Last in the order. 404 for one who is not open to it.',
    status: 201,
    body: NewRecommendation.extend({ note: NewRecommendation.shape.note.default(null) }),
    errors: { 404: 'The creator does not exist, or is not open to it' },
  }),
  route('PUT /recommendations/:creator_id', saveNote, {
    ...write,
    summary: 'Change the note on a creator',
    description: 'What visitors read about them. Null: their own words.',
    body: NewRecommendation.pick({ note: true }),
    subject: findRelated,
  }),
  route('POST /recommendations/:creator_id/move', move, {
    ...write,
    summary: 'Move a recommended creator',
    description: 'One place up (`-1`) or down (`1`).',
    body: Move.pick({ by: true }),
    subject: findRelated,
  }),
  route('PUT /recommendations/:creator_id/block', blockRecommender, {
    ...write,
    summary: 'Block a creator from recommending the account',
    description: 'Or let them again. 404 for one who never recommended it.',
    body: Block.pick({ is_blocked: true }),
    subject: findRelated,
  }),
  route('DELETE /recommendations/:creator_id', stopRecommending, {
    ...write,
    summary: 'Stop recommending a creator',
    description: 'The figures are kept.',
  }),
]
