/** Lines around the drawing, those in it, and short or thin ones. */
export const lineClasses = ['outer', 'inner', 'detail'] as const
export type LineClass = (typeof lineClasses)[number]

/** The class of a line, or `none`: it is left out. */
export const linePlaces = [...lineClasses, 'none'] as const
export type LinePlace = (typeof linePlaces)[number]
