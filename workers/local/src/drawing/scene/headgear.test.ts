import resvg from '@resvg/resvg-wasm/index_bg.wasm'
import { beforeAll, expect, test } from 'vitest'
import { readBrief } from '../brief.ts'
import { startRenderer } from '../render.ts'
import { compose } from './compose.ts'
import { zoneOf } from './scene.ts'

beforeAll(() => startRenderer(resvg))

test.for(['loup', 'lion', 'crâne', 'tigre', 'hibou', 'rose', 'carpe koï', 'loup qui hurle'])(
  'sets the crown on the head of: %s',
  (subject) => {
    const brief = readBrief(`Create a traditionnel tattoo design. Subject: un ${subject} avec une couronne. Use black ink.`)
    const placed = compose(brief, zoneOf('custom', { width: 1024, height: 1024 }), { share: 0.86, reference: null, variation: 0 })
    const lead = placed.find(({ role }) => role === 'lead')
    const crown = placed.find(({ shape }) => shape === 'crown')
    if (!lead || !crown) throw new Error('the lead or its crown is missing')

    const top = lead.y - (lead.figure.box.height * lead.scale) / 2
    const [width, height] = [lead.figure.box.width * lead.scale, lead.figure.box.height * lead.scale]
    expect(crown.y).toBeLessThan(top + 0.3 * height)
    expect(crown.y).toBeGreaterThan(top - 0.3 * height)
    expect(Math.abs(crown.x - lead.x)).toBeLessThan(width / 2)
  },
)
