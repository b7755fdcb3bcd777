/** What a page that is shown as a picture tells the page around it. */
export const STARTED = 'started';
