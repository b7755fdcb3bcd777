// A fresh app, as somebody's first hour with the package looks: no configuration, one import, the kernels loaded.
import { loadCore } from 'first-contact';

const output = document.querySelector('output');
const core = await loadCore();
if (output) output.textContent = core ? 'loaded' : 'nothing';
