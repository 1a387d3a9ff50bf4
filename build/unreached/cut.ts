/** Removes or replaces a text that occurs once in the file. */
export const once = (from: string, instead = '') => ({ from, to: from, instead })
