// What the pages use of Babylon, module by module: its whole is 8 MB, which each page would read before its first frame.
import '@babylonjs/core/Culling/ray.js';
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import '@babylonjs/core/Rendering/edgesRenderer.js';
// Not asked for one after the other once the first frame wants them.
import '@babylonjs/core/Shaders/color.fragment.js';
import '@babylonjs/core/Shaders/color.vertex.js';
import '@babylonjs/core/Shaders/default.fragment.js';
import '@babylonjs/core/Shaders/default.vertex.js';
import '@babylonjs/core/Shaders/depthBoxBlur.fragment.js';
import '@babylonjs/core/Shaders/line.fragment.js';
import '@babylonjs/core/Shaders/line.vertex.js';
import '@babylonjs/core/Shaders/shadowMap.fragment.js';
import '@babylonjs/core/Shaders/shadowMap.vertex.js';

export { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
export { Constants } from '@babylonjs/core/Engines/constants.js';
export { Engine } from '@babylonjs/core/Engines/engine.js';
export { PointerEventTypes } from '@babylonjs/core/Events/pointerEvents.js';
export { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
export { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
export { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';
export { FresnelParameters } from '@babylonjs/core/Materials/fresnelParameters.js';
export { Material } from '@babylonjs/core/Materials/material.js';
export { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
export { DynamicTexture } from '@babylonjs/core/Materials/Textures/dynamicTexture.js';
export { RawCubeTexture } from '@babylonjs/core/Materials/Textures/rawCubeTexture.js';
export { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
export { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
export type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
export { CreateDisc } from '@babylonjs/core/Meshes/Builders/discBuilder.js';
export { CreateLineSystem } from '@babylonjs/core/Meshes/Builders/linesBuilder.js';
export { LinesMesh } from '@babylonjs/core/Meshes/linesMesh.js';
export { Mesh } from '@babylonjs/core/Meshes/mesh.js';
export { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
export { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
export { Scene } from '@babylonjs/core/scene.js';
