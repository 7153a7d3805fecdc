import { newDraft } from '../../new-draft'

/** Creates a draft and redirects to its editor. */
export const GET = () => newDraft('/posts')
