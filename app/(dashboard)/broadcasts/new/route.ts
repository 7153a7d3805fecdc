import { newDraft } from '../../new-draft'

/** Creates a draft and leads to its editor. */
export const GET = () => newDraft('/broadcasts')
