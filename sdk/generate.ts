import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

/** Returns the types of an OpenAPI 3.1 document, as TypeScript. */
export async function typesOf(document: unknown): Promise<string> {
  return `// Made from the OpenAPI document by npm run sdk.\n${astToString(await openapiTS(document as OpenAPI3))}`
}
