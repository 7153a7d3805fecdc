import type { Ctx } from '../../core/context.ts'
import type { Picture } from '../../modules/media/schema.ts'
import { addPicture } from '../../modules/media/service.ts'
import { pngOf } from '../../modules/media/social/svg-png.ts'

// Images of the demo's studio, drawn here, so the demo needs no files and no license.

interface Pot {
  shape: 'bowl' | 'cup' | 'vase' | 'plate'
  /** Middle of its foot, in a drawing 1200 wide and 800 high. */
  x: number
  y: number
  /** Width of its rim, or of its body for a vase. */
  width: number
  clay: string
  glaze: string
}

interface Scene {
  name: string
  alt: string
  wall: string
  shelves: { y: number; color: string }[]
  pots: Pot[]
}

const [SAND, RUST, MOSS, INK, CREAM, ASH] = ['#d9c3a0', '#c8704a', '#2f5d50', '#3b3a36', '#f3ebdd', '#9fb3a4']
const row = (count: number, pot: (i: number) => Pot) => Array.from({ length: count }, (_, i) => pot(i))
const glazes = [MOSS, RUST, ASH, INK, '#6d8ea0']
const glaze = (i: number) => glazes[i % glazes.length] ?? MOSS

const SCENES: Scene[] = [
  {
    name: 'bowls-on-the-shelf.png',
    alt: 'Five glazed bowls on two shelves',
    wall: '#e9dfcf',
    shelves: [
      { y: 360, color: '#8a6a4a' },
      { y: 660, color: '#7a5c3f' },
    ],
    pots: [
      ...row(3, (i) => ({ shape: 'bowl', x: 260 + 340 * i, y: 360, width: 240, clay: SAND, glaze: glaze(i) }) as const),
      ...row(
        2,
        (i) => ({ shape: 'bowl', x: 400 + 400 * i, y: 660, width: 300, clay: RUST, glaze: glaze(i + 2) }) as const,
      ),
    ],
  },
  {
    name: 'cups-of-this-firing.png',
    alt: 'Eight cups in two rows, each with another glaze',
    wall: '#dfe6e1',
    shelves: [
      { y: 350, color: '#c9b08a' },
      { y: 660, color: '#b99d74' },
    ],
    pots: row(8, (i) => ({
      shape: 'cup',
      x: 210 + 260 * (i % 4),
      y: i < 4 ? 350 : 660,
      width: 150,
      clay: CREAM,
      glaze: glaze(i * 2 + (i < 4 ? 0 : 1)),
    })),
  },
  {
    name: 'tall-vase.png',
    alt: 'A tall vase with an ash glaze on a table',
    wall: '#d8cfc4',
    shelves: [{ y: 690, color: '#6f5440' }],
    pots: [
      { shape: 'vase', x: 600, y: 690, width: 250, clay: SAND, glaze: ASH },
      { shape: 'bowl', x: 900, y: 690, width: 200, clay: RUST, glaze: INK },
    ],
  },
  {
    name: 'dinner-plates.png',
    alt: 'Stacks of dinner plates beside a cup',
    wall: '#f1e6da',
    shelves: [{ y: 640, color: '#9b7b58' }],
    pots: [
      ...row(7, (i) => ({ shape: 'plate', x: 380, y: 640 - 26 * i, width: 380, clay: SAND, glaze: glaze(i) }) as const),
      ...row(
        4,
        (i) => ({ shape: 'plate', x: 830, y: 640 - 26 * i, width: 320, clay: CREAM, glaze: glaze(i + 1) }) as const,
      ),
      { shape: 'cup', x: 1070, y: 640, width: 120, clay: CREAM, glaze: RUST },
    ],
  },
  {
    name: 'glaze-tests.png',
    alt: 'Twelve small bowls with tests of a glaze',
    wall: '#cfd8d6',
    shelves: [
      { y: 270, color: '#a58a66' },
      { y: 480, color: '#a58a66' },
      { y: 690, color: '#a58a66' },
    ],
    pots: row(12, (i) => ({
      shape: 'bowl',
      x: 210 + 260 * (i % 4),
      y: 270 + 210 * Math.floor(i / 4),
      width: 150,
      clay: i % 3 === 0 ? RUST : SAND,
      glaze: glaze(i + Math.floor(i / 4)),
    })),
  },
  {
    name: 'vases-for-the-open-studio.png',
    alt: 'Three vases of different heights in a window',
    wall: '#bcd0d6',
    shelves: [{ y: 680, color: '#f3ebdd' }],
    pots: row(3, (i) => ({
      shape: 'vase',
      x: 300 + 300 * i,
      y: 680,
      width: 170 + 40 * ((i + 1) % 3),
      clay: i === 1 ? RUST : CREAM,
      glaze: glaze(i + 3),
    })),
  },
]

/** Adds each image once to the account's library, and to its profile and posts. Throws unavailable while the store is unreachable. */
export async function addImages(ctx: Ctx): Promise<void> {
  const images: Picture[] = []
  for (const scene of SCENES)
    images.push(
      await addPicture(ctx, { name: scene.name, alt: scene.alt, bytes: Buffer.from(await pngOf(drawn(scene))) }),
    )
  const vase = images.find(({ name }) => name === 'tall-vase.png')
  await ctx.db.creatorProfile.updateMany({ data: { image_url: vase?.thumbnail_url ?? null } })
  const posts = await ctx.db.post.findMany({ where: { status: 'published' }, orderBy: { id: 'desc' } })
  for (const [index, { id }] of posts.entries()) {
    const image = images[index % images.length]
    if (image)
      await ctx.db.post.updateMany({ where: { id }, data: { thumbnail_url: image.url, thumbnail_alt: image.alt } })
  }
}

function drawn({ wall, shelves, pots }: Scene): string {
  const boards = shelves.map(
    ({ y, color }) =>
      `<rect x="60" y="${y}" width="1080" height="22" rx="4" fill="${color}"/><rect x="60" y="${y + 22}" width="1080" height="14" fill="#000" opacity=".12"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1200 800"><defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset="1" stop-color="#000" stop-opacity=".12"/></linearGradient><linearGradient id="round"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient></defs><rect width="1200" height="800" fill="${wall}"/><rect width="1200" height="800" fill="url(#light)"/>${boards.join('')}${pots.map(drawnPot).join('')}</svg>`
}

function drawnPot({ shape, x, y, width, clay, glaze }: Pot): string {
  const body = OUTLINES[shape](width)
  const { height, rim } = body
  const handle =
    shape === 'cup'
      ? `<path d="M${width * 0.46} ${-height * 0.82}c${width * 0.42} ${-height * 0.05} ${width * 0.42} ${height * 0.62} ${-width * 0.02} ${height * 0.58}" fill="none" stroke="${glaze}" stroke-width="${width * 0.1}"/>`
      : ''
  const inside = rim
    ? `<ellipse cx="0" cy="${-height}" rx="${rim}" ry="${rim * 0.14}" fill="${glaze}"/><ellipse cx="0" cy="${-height + rim * 0.02}" rx="${rim * 0.9}" ry="${rim * 0.1}" fill="#000" opacity=".28"/>`
    : ''
  return `<g transform="translate(${x} ${y})"><ellipse cx="${width * 0.06}" cy="2" rx="${width * 0.42}" ry="8" fill="#000" opacity=".22"/>${handle}<path d="${body.path}" fill="${clay}"/><path d="${body.glazed}" fill="${glaze}"/><path d="${body.path}" fill="url(#round)"/>${inside}</g>`
}

interface Outline {
  height: number
  /** Half of the opening's width; 0 if the opening is not visible. */
  rim: number
  path: string
  /** The glazed part below the rim. */
  glazed: string
}

const OUTLINES: Record<Pot['shape'], (width: number) => Outline> = {
  bowl: (w) => {
    const [h, half] = [w * 0.46, w / 2]
    return {
      height: h,
      rim: half,
      path: `M${-half} ${-h}C${-half} ${-h * 0.3} ${-w * 0.3} 0 ${-w * 0.2} 0H${w * 0.2}C${w * 0.3} 0 ${half} ${-h * 0.3} ${half} ${-h}Z`,
      glazed: `M${-half} ${-h}C${-half} ${-h * 0.62} ${-w * 0.46} ${-h * 0.5} ${-w * 0.42} ${-h * 0.42}Q${-w * 0.2} ${-h * 0.26} 0 ${-h * 0.4}T${w * 0.42} ${-h * 0.42}C${w * 0.46} ${-h * 0.5} ${half} ${-h * 0.62} ${half} ${-h}Z`,
    }
  },
  cup: (w) => {
    const [h, half] = [w * 1.02, w / 2]
    return {
      height: h,
      rim: half,
      path: `M${-half} ${-h}L${-w * 0.43} ${-h * 0.12}Q${-w * 0.42} 0 ${-w * 0.3} 0H${w * 0.3}Q${w * 0.42} 0 ${w * 0.43} ${-h * 0.12}L${half} ${-h}Z`,
      glazed: `M${-half} ${-h}L${-w * 0.455} ${-h * 0.38}Q${-w * 0.2} ${-h * 0.22} 0 ${-h * 0.34}T${w * 0.455} ${-h * 0.38}L${half} ${-h}Z`,
    }
  },
  vase: (w) => {
    const [h, half, neck] = [w * 1.9, w / 2, w * 0.2]
    return {
      height: h,
      rim: w * 0.26,
      path: `M${-w * 0.26} ${-h}C${-neck} ${-h * 0.9} ${-neck} ${-h * 0.84} ${-neck} ${-h * 0.78}C${-half} ${-h * 0.66} ${-half} ${-h * 0.3} ${-w * 0.26} 0H${w * 0.26}C${half} ${-h * 0.3} ${half} ${-h * 0.66} ${neck} ${-h * 0.78}C${neck} ${-h * 0.84} ${neck} ${-h * 0.9} ${w * 0.26} ${-h}Z`,
      glazed: `M${-w * 0.26} ${-h}C${-neck} ${-h * 0.9} ${-neck} ${-h * 0.84} ${-neck} ${-h * 0.78}C${-w * 0.38} ${-h * 0.69} ${-w * 0.44} ${-h * 0.52} ${-w * 0.435} ${-h * 0.4}Q${-w * 0.2} ${-h * 0.3} 0 ${-h * 0.38}T${w * 0.435} ${-h * 0.4}C${w * 0.44} ${-h * 0.52} ${w * 0.38} ${-h * 0.69} ${neck} ${-h * 0.78}C${neck} ${-h * 0.84} ${neck} ${-h * 0.9} ${w * 0.26} ${-h}Z`,
    }
  },
  plate: (w) => {
    const half = w / 2
    return {
      height: 24,
      rim: 0,
      path: `M${-half} -24Q${-w * 0.3} 0 ${-w * 0.24} 0H${w * 0.24}Q${w * 0.3} 0 ${half} -24Z`,
      glazed: `M${-half} -24Q${-w * 0.4} -13 ${-w * 0.36} -11H${w * 0.36}Q${w * 0.4} -13 ${half} -24Z`,
    }
  },
}
