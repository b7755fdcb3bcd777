import { stepped } from './next/program.js';

const output = document.querySelector('output');
stepped().then(
  (text) => {
    output.textContent = text;
  },
  (error) => {
    output.textContent = String(error);
  },
);
