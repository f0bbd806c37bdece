/** The generator's own address. */
export const generatorPath = '/generator'
