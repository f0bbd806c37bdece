/** Lines around the drawing, those in it, and short or thin ones. */
export const lineClasses = ['outer', 'inner', 'detail'] as const
export type LineClass = (typeof lineClasses)[number]
