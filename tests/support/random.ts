export { random } from '../../scenes/random.js';
