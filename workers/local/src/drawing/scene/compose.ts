import type { Brief } from '../brief.ts'
import { type Figure, getFigure } from '../figure.ts'
import { leaflessOf } from '../shapes.ts'
import { headOf } from '../subjects/beasts.ts'
import type { Kind } from '../subjects/catalogue.ts'
import type { Found } from '../subjects/find-subjects.ts'
import { isWorn, wear } from './headgear.ts'
import { isTall, isWide, type Placed, type Zone } from './scene.ts'

interface Place {
  x: number
  y: number
  width: number
  height: number
  angle?: number
  flip?: boolean
}

interface Variant {
  share: number
  reference: Figure | null
  variation: number
}

const leadingKinds: readonly Kind[] = [
  'beast',
  'figure',
  'thing',
  'symbol',
  'flower',
  'ground',
  'sky',
]
// Kinds that share their preferred colours.
const bodies: readonly Kind[] = ['beast', 'figure', 'thing', 'symbol']
const mostFigures = 7
const blades = ['plain-dagger', 'broadsword']

/**
 * One subject leads, the sky is behind and above it, the ground below, the others at its feet. A
 * reference takes the place of the lead.
 */
export function compose(
  brief: Brief,
  zone: Zone,
  { share, reference, variation }: Variant,
): Placed[] {
  const found = brief.subjects.slice(0, 5).map((one) => shapeFor(one, brief))
  if (found.length === 0) {
    if (!reference) return []
    found.push(unnamed)
  }
  const ranked = leadingKinds.flatMap((kind) =>
    found.filter(({ subject }) => subject.kind === kind),
  )
  const lead =
    ranked.find(({ subject }) => !blades.includes(subject.shape) && !isWorn(subject.shape)) ??
    ranked[0] ??
    unnamed
  const others = found.filter((one) => one !== lead)
  const partner = isActor(lead) && lead.count === 1 ? others.find(isActor) : undefined
  const behind = others.filter(({ subject }) => subject.kind === 'sky' || subject.kind === 'ground')
  const blade = others.find((one) => blades.includes(one.subject.shape) && one.count === 1)
  const worn = others.find(({ subject }) => isWorn(subject.shape))
  const companions = others.filter(
    (one) => one !== partner && one !== blade && one !== worn && !behind.includes(one),
  )

  const room = leadRoom(zone, share, behind, companions.length > 0, worn !== undefined)
  const leads = partner
    ? [lead, partner]
    : Array.from({ length: Math.min(3, lead.count) }, () => lead)
  const leading = leads.map((one, i) =>
    stand(one, vary(leadPlace(room, i, leads.length), variation), 'lead', reference),
  )
  const placed = [
    ...behind.flatMap((one, i) => placeBehind(one, zone, room, i)),
    ...(blade
      ? [stand(blade, { ...zone, width: zone.rx * 1.2, height: zone.ry * 2 }, 'behind')]
      : []),
    ...leading,
    ...(worn ? leading.slice(0, 1).map((head) => wear(stand(worn, room, 'companion'), head)) : []),
    ...placeCompanions(companions, zone, room),
  ]
  return placed.slice(0, mostFigures).map((one, _, all) => ({ ...one, turn: turnOf(one, all) }))
}

/** Stands for a reference that the words do not name. */
const unnamed: Found = { subject: { shape: 'reference', kind: 'thing', words: [] }, count: 1 }

function shapeFor({ subject, count }: Found, { style, excluded }: Brief): Found {
  const { shape } = subject
  const head = style === 'animal-portrait' ? headOf(shape) : shape
  const isLeafless = /\b(feuill|lea[fv])/.test(excluded)
  return { subject: { ...subject, shape: isLeafless ? leaflessOf(head) : head }, count }
}

function turnOf({ shape, kind }: Placed, all: readonly Placed[]): number {
  const rivals = all.filter(
    (other) => other.kind === kind || (bodies.includes(kind) && bodies.includes(other.kind)),
  )
  const shapes = new Set(
    [...rivals]
      .sort((one, other) => Number(other.role === 'lead') - Number(one.role === 'lead'))
      .map((rival) => rival.shape),
  )
  return [...shapes].indexOf(shape)
}

function isActor({ subject }: Found): boolean {
  return subject.kind === 'beast' || subject.kind === 'figure'
}

function leadRoom(
  zone: Zone,
  share: number,
  behind: readonly Found[],
  accompanied: boolean,
  crowned: boolean,
): Place {
  const sky = behind.some(({ subject }) => subject.kind === 'sky')
  const ground = behind.some(({ subject }) => subject.kind === 'ground')
  const shift =
    (sky ? 0.17 : 0) - (ground ? 0.12 : 0) - (accompanied ? 0.09 : 0) + (crowned ? 0.14 : 0)
  const isShared = (sky || ground || accompanied) && !isTall(zone) && !isWide(zone)
  const besides = isShared ? 0.8 : 0.94
  const tight = isWide(zone) ? 0.92 : besides
  return {
    x: zone.x,
    y: zone.y + shift * zone.ry,
    width: 2 * zone.rx * share * (isWide(zone) && accompanied ? 0.62 : tight),
    height: 2 * zone.ry * share * tight * (crowned ? 0.84 : 1),
  }
}

function leadPlace(room: Place, index: number, count: number): Place {
  if (count === 1) return room
  const tall = room.height > 1.25 * room.width
  const spread = index - (count - 1) / 2
  const flip = index % 2 === 1
  if (tall)
    return {
      ...room,
      y: room.y + spread * (room.height / count),
      height: (room.height / count) * 1.12,
      flip,
    }
  return { ...room, x: room.x + spread * (room.width / count), width: room.width / count, flip }
}

/**
 * The lead in each of four images of one request: its size, its shift as a share of its room, and
 * its lean.
 */
const arrangements = [
  { size: 1, across: 0, down: 0, lean: 0 },
  { size: 0.72, across: 0, down: -0.02, lean: 0 },
  { size: 0.96, across: -0.06, down: 0.03, lean: -22 },
  { size: 0.66, across: 0.12, down: 0.16, lean: 6 },
] as const

function vary(place: Place, variation: number): Place {
  const { size, across, down, lean } =
    arrangements[variation % arrangements.length] ?? arrangements[0]
  return {
    ...place,
    x: place.x + across * place.width,
    y: place.y + down * place.height,
    width: place.width * size,
    height: place.height * size,
    angle: (place.angle ?? 0) + lean,
  }
}

function placeBehind(one: Found, zone: Zone, room: Place, index: number): Placed[] {
  const side = index % 2 === 0 ? 1 : -1
  if (one.subject.kind === 'ground') {
    const height = zone.ry * 0.95
    return [
      stand(
        one,
        { x: zone.x, y: zone.y + zone.ry * 0.5, width: 2 * zone.rx * 0.98, height },
        'behind',
      ),
    ]
  }
  const size = Math.min(zone.rx, zone.ry) * (one.count > 1 ? 0.34 : 0.78)
  const top = zone.y - zone.ry + size * 0.52
  if (one.count === 1)
    return [
      stand(
        one,
        {
          x: zone.x + side * Math.min(room.width * 0.34, zone.rx - size / 2),
          y: top,
          width: size,
          height: size,
        },
        'behind',
      ),
    ]
  const spots: readonly (readonly [number, number])[] = [
    [0.7, 0],
    [-0.72, 0.16],
    [0.05, -0.06],
    [0.86, 0.5],
    [-0.85, 0.62],
  ]
  return spots.slice(0, one.count + 1).map(([x, y], i) => {
    const here = size * (1 - 0.14 * i)
    return stand(
      one,
      {
        x: zone.x + x * zone.rx,
        y: top + y * zone.ry,
        width: here,
        height: here,
        angle: 14 * (i - 1),
      },
      'behind',
    )
  })
}

function placeCompanions(companions: readonly Found[], zone: Zone, room: Place): Placed[] {
  const each = companions.flatMap((one) =>
    Array.from({ length: Math.min(3, one.count) }, () => one),
  )
  const slots = slotsOf(zone, room)
  return each.slice(0, slots.length).map((one, i) => {
    const slot = slots[i] ?? room
    const grown = each.length === 1 && !isWide(zone) ? 1.25 : 1
    const height = slot.height * grown
    const y = Math.min(slot.y, zone.y + zone.ry - height / 2)
    return stand(one, { ...slot, y, width: slot.width * grown, height }, 'companion')
  })
}

// Places at the feet of the lead, and around it in a wide zone: across, down, lean and size.
const lowSlots = [
  [0.5, 0, 8, 1],
  [-0.5, 0.02, -8, 1],
  [0, 0.2, 0, 0.9],
  [0.72, -0.75, 20, 0.62],
  [-0.72, -0.75, -20, 0.62],
] as const
const wideSlots = [
  [0.68, 0.22, 6.8, 1],
  [-0.68, 0.22, -6.8, 1],
  [0, 0.72, 0, 0.62],
  [0.45, -0.5, 4.5, 0.5],
  [-0.45, -0.5, -4.5, 0.5],
] as const

function slotsOf(zone: Zone, room: Place): Place[] {
  const wide = isWide(zone)
  const size = wide ? zone.ry * 1.15 : Math.min(zone.rx * 0.92, zone.ry * 0.62)
  const low = Math.min(zone.y + zone.ry - size * 0.5, room.y + room.height * 0.5 + size * 0.1)
  return (wide ? wideSlots : lowSlots).map(([x, y, angle, factor]) => ({
    x: zone.x + x * zone.rx,
    y: wide ? zone.y + y * zone.ry : low + y * size,
    width: size * factor,
    height: size * factor,
    angle,
    flip: x < 0,
  }))
}

function stand(
  { subject }: Found,
  place: Place,
  role: Placed['role'],
  reference: Figure | null = null,
): Placed {
  const figure = reference ?? getFigure(subject.shape, subject.kind)
  const scale = Math.min(place.width / figure.box.width, place.height / figure.box.height)
  return {
    shape: subject.shape,
    figure,
    kind: subject.kind,
    x: place.x,
    y: place.y,
    scale,
    angle: place.angle ?? 0,
    flip: place.flip ?? false,
    role,
    turn: 0,
  }
}
