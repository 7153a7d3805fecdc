import { flushCompileCache } from 'node:module'

// Imported last by processes that tests kill: a killed process does not store its compiled code, and the next one would compile it again.
flushCompileCache()
