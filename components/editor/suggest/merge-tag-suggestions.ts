import type { MergeTag } from '@/components/editor/liquid/merge-tags'
import type { Suggestion } from './suggest-menu'

export const mergeTagSuggestions = (mergeTags: readonly MergeTag[]): Suggestion[] =>
  mergeTags.map(({ label: name, code }) => ({
    name,
    words: code,
    run: (editor) => editor.chain().focus().insertMergeTag(code).run(),
  }))
