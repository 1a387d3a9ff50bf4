/** A text that goes as a whole, or becomes another one. */
export const once = (from: string, instead = '') => ({ from, to: from, instead })
