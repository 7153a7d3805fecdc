// Scripts in .mjs run on the Node of the machine before anything is installed, so they have no types.
declare module '*.mjs'
