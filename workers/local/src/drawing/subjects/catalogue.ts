import { beasts } from './beasts.ts'
import { figures } from './figures.ts'
import { flowers } from './flowers.ts'
import { grounds, skies } from './skies.ts'
import type { Subject } from './subject.ts'
import { symbols } from './symbols.ts'
import { things } from './things.ts'

/** Everything that the engine can draw by name. */
export const subjects: readonly Subject[] = [...beasts, ...figures, ...flowers, ...things, ...symbols, ...skies, ...grounds]
