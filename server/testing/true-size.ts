/** `npm run test:long` does at its true size what `npm test` proves small, in `*.sized.test.ts`. */
export const TRUE_SIZE = process.env['TRUE_SIZE'] === 'on';
