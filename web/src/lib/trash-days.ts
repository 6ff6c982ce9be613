/** For how many days deleted things are kept; 0 where the server was set up without a trash. */
export const trashDays = (): number => Number(document.body.dataset['trashDays'] ?? 0);
