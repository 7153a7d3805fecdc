import { member, router, verb } from '../../trpc/init.ts'
import { Block, ByCreator, CreatorSearch, Move, NewRecommendation, OpenInput } from './schema.ts'
import {
  blockRecommender,
  findCreators,
  getRecommendations,
  move,
  recommend,
  saveNote,
  saveOpen,
  stopRecommending,
} from './service.ts'

export const recommendationsRouter = router({
  get: member('viewer').query(({ ctx }) => getRecommendations(ctx.account)),
  find: member('editor').input(CreatorSearch).query(verb(findCreators)),
  saveOpen: member('editor').input(OpenInput).mutation(verb(saveOpen)),
  add: member('editor').input(NewRecommendation).mutation(verb(recommend)),
  saveNote: member('editor').input(NewRecommendation).mutation(verb(saveNote)),
  move: member('editor').input(Move).mutation(verb(move)),
  remove: member('editor').input(ByCreator).mutation(verb(stopRecommending)),
  block: member('editor').input(Block).mutation(verb(blockRecommender)),
})
