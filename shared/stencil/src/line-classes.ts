/** Lines around the drawing, those in it, and short or thin ones. */
export const lineClasses = ['outer', 'inner', 'detail'] as const
export type LineClass = (typeof lineClasses)[number]

/** How what is wider than a line is drawn. */
export const fillStyles = ['solid', 'hatched', 'outline'] as const
export type FillStyle = (typeof fillStyles)[number]

/** The class of a line, or `none`: it is left out. */
export const linePlaces = [...lineClasses, 'none'] as const
export type LinePlace = (typeof linePlaces)[number]
