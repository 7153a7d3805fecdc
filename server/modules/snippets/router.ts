import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Id } from '../../core/wire.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { Replacing, Restoring } from '../revisions/schema.ts'
import { previewSnippet } from './preview.ts'
import { SnippetChange, SnippetFilter, SnippetInput, SnippetPreviewInput } from './schema.ts'
import { createSnippet, getEditedSnippet, listChangedSnippets, restoreSnippet, saveSnippet } from './service.ts'
import { findSnippetUses } from './uses.ts'

const ById = z.object({ id: Id })

export const snippetsRouter = router({
  list: member('viewer').input(SnippetFilter.extend(PageQuery.shape)).query(listVerb(listChangedSnippets)),
  get: member('viewer').input(ById).query(verb(getEditedSnippet)),
  preview: member('viewer').input(SnippetPreviewInput).mutation(verb(previewSnippet)),
  uses: member('viewer').input(ById).query(verb(findSnippetUses)),
  create: member('editor').input(SnippetInput).mutation(verb(createSnippet)),
  update: member('editor')
    .input(SnippetChange.extend({ ...ById.shape, ...Replacing.shape }))
    .mutation(verb(saveSnippet)),
  restore: member('editor').input(Restoring).mutation(verb(restoreSnippet)),
})
