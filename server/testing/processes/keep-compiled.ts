import { flushCompileCache } from 'node:module'

// Imported last by processes that tests kill: one that is killed does not write what it compiled, and the next would compile it again.
flushCompileCache()
