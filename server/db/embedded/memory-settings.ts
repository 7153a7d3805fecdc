const MB = 2 ** 20

/** Returns settings of PostgreSQL for `bytes` of memory, of which it uses about an eighth itself. */
export function memorySettings(bytes: number, { throwaway }: { throwaway: boolean }): string[] {
  const megabytes = bytes / MB
  const between = (least: number, value: number, most: number) => Math.round(Math.min(Math.max(value, least), most))
  return [
    `shared_buffers=${between(64, megabytes / 8, throwaway ? 128 : 2048)}MB`,
    `effective_cache_size=${Math.round(megabytes / 2)}MB`,
    `work_mem=${between(4, megabytes / 128, 16)}MB`,
    `maintenance_work_mem=${between(32, megabytes / 16, 256)}MB`,
  ]
}
