import { domToPng } from 'modern-screenshot'
import { CSV_BYTE_ORDER_MARK, csvLine } from '@/server/lib/csv/write.ts'

/** A table of figures, with numeric cells as numbers. */
export interface Figures {
  columns: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
}

/** Width of saved images in pixels, so images saved on a phone are just as readable. */
const WIDTH = 960

/** Returns the table as CSV for spreadsheets: UTF-8 with a byte order mark, and with formulas escaped (S4). */
export const csvOf = ({ columns, rows }: Figures): string =>
  CSV_BYTE_ORDER_MARK + [columns, ...rows].map((cells) => csvLine(cells)).join('')

export function saveCsv(figures: Figures, name: string): void {
  const url = URL.createObjectURL(new Blob([csvOf(figures)], { type: 'text/csv;charset=utf-8' }))
  save(url, `${fileNameOf(name)}.csv`)
  // Safari reads the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves `chart` as an image in light colors on white, whatever the theme. */
export async function savePicture(chart: HTMLElement, name: string): Promise<void> {
  const { className } = chart
  chart.className = `${className} light-colors`
  try {
    const width = Math.min(WIDTH, Math.max(chart.offsetWidth, 320))
    const url = await domToPng(chart, {
      scale: (WIDTH / width) * 1.5,
      backgroundColor: '#ffffff',
      // Leave out text for screen readers, which would be drawn in a corner.
      filter: (node) => !(node instanceof HTMLElement && node.classList.contains('sr-only')),
      style: { padding: '24px', margin: '0', boxSizing: 'content-box' },
      width: chart.offsetWidth + 48,
      height: chart.offsetHeight + 48,
    })
    save(url, `${fileNameOf(name)}.png`)
  } finally {
    chart.className = className
  }
}

function save(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

const fileNameOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
